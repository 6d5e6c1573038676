import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Prose } from '#web/site/pages/Prose.tsx'
import type { SitePage } from '#web/site/pages/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** A page or a post of the site's own. Where it is not in the reader's language, that is said before it begins. */
export function Article({ page, end }: { page: SitePage; end?: ReactNode }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const isOther = page.locale !== locale
  const up = page.type === 'post' ? { to: '/blog', title: t('papers.blog') } : undefined
  return (
    <MainFrame place="none" top={{ title: up ? up.title : page.title, back: up?.to ?? '/home' }}>
      <title>{usePageTitle(page.title)}</title>
      <Card className="p-4 md:p-8">
        <article className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <header className="grid gap-1.5">
            {up && (
              <Link to={up.to} className="text-14 text-muted underline-offset-4 hover:underline max-md:hidden">
                {up.title}
              </Link>
            )}
            <h1 dir="auto" lang={isOther ? page.locale : undefined} className="text-24 leading-snug! text-balance md:text-28">
              {page.title}
            </h1>
            {page.type === 'post' && (
              <time dateTime={page.publishedAt} className="text-14 text-muted">
                {writeDay(Date.parse(page.publishedAt), now, locale, timeZone)}
              </time>
            )}
          </header>
          {isOther && <p className="text-14 text-muted">{t('papers.otherLanguage', { language: t(`papers.language.${page.locale}`) })}</p>}
          <Prose html={page.content} lang={isOther ? page.locale : undefined} />
          {end}
        </article>
      </Card>
    </MainFrame>
  )
}
