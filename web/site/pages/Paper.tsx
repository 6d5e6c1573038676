import { useTranslation } from '#web/app/say.ts'
import type { Before } from '#contract/words/keys.ts'
import { useSettings } from '#web/app/session.tsx'
import { CountingChoice } from '#web/app/shell/Footing.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

/** `papers.<paper>.<section>`, of which there also is a `.title`. */
type Section = Extract<Before<'title'>, `papers.${string}`>

/** A text of the site: headed sections of numbered words. */
export function Paper({
  paper,
  sections,
  facts,
}: {
  paper: 'terms' | 'privacy'
  sections: readonly Section[]
  facts?: { provider: string }
}) {
  const { t } = useTranslation()
  const { siteName, termsVersion } = useSettings()
  const title = t(`papers.${paper}`)
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Card className="p-4 md:p-6">
        <article className="grid gap-6">
          <p className="text-16">{t(`papers.${paper}.lead`, { site: siteName })}</p>
          {sections.map((section, place) => (
            <section key={section} className="grid gap-1.5">
              <h2 className="text-16 leading-snug!">
                {place + 1}. {t(`${section}.title`)}
              </h2>
              <p className="text-15 leading-[1.8]! text-muted">{t(section, { site: siteName, ...facts })}</p>
            </section>
          ))}
          {paper === 'privacy' && (
            <p className="text-15 empty:hidden">
              <CountingChoice />
            </p>
          )}
          <p className="border-t border-line pt-4 text-13 text-muted">{t('papers.version', { version: termsVersion })}</p>
        </article>
      </Card>
    </MainFrame>
  )
}
