import { useTranslation } from '#web/app/say.ts'
import { kindNames } from '#contract/catalogue/kind-names.ts'
import type { Waiting } from '#contract/windows/me.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What goes public by itself within a day: a last look before the curtain. */
export function NextOpening({ next }: { next: NonNullable<Waiting['next']> }) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  return (
    <Panel title={t('studio.next')}>
      <p className="flex items-baseline gap-3">
        <time dateTime={next.at} className="stage-name text-16 whitespace-nowrap">
          {writeComing(Date.parse(next.at), now, locale, timeZone)}
        </time>
        <span className="line-clamp-2 text-15 font-semibold">{next.title || t('studio.untitled')}</span>
      </p>
      <p className="mt-2 text-14 text-muted">{t('studio.next.note')}</p>
      <Button rank="second" size="sm" className="mt-3 w-full" to={`/creator/${kindNames[next.kind].path}/${next.workId}`}>
        {t('studio.next.look')}
      </Button>
    </Panel>
  )
}
