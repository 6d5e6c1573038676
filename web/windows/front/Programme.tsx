import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Show } from '#contract/windows/front.ts'
import { useNow } from '#web/app/session.tsx'
import { writeDay, writeHour } from '#web/ui/relative-time.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { isTonight } from '#web/windows/front/tonight.ts'

/** What is on tonight, as it is printed: a time, a title, a line of dots, a name. Where tonight is quiet, what comes next. */
export function Programme({ shows }: { shows: readonly Show[] }) {
  const { t } = useTranslation()
  const { locale, timeZone } = useSpeech()
  const now = useNow()
  const tonight = shows.filter(({ beginsAt }) => isTonight(Date.parse(beginsAt), now, timeZone))
  const listed = tonight.length > 0 ? tonight : shows
  if (listed.length === 0) return null
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  return (
    <section id="tonight" className="grid grid-cols-[minmax(0,1fr)] scroll-mt-6 gap-4 pt-14">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-24 md:text-28">
          <Stage>{t(tonight.length > 0 ? 'landing.tonight' : 'landing.soon')}</Stage>
        </h2>
        {tonight.length > 0 && <span className="num text-14 whitespace-nowrap text-muted">{writeDay(now, now, locale, timeZone)}</span>}
      </div>
      <ul>
        {listed.map((show) => (
          <li key={show._id} className="relative flex min-h-12 items-baseline gap-3">
            <time dateTime={show.beginsAt} className="min-w-16 flex-none">
              {tonight.length === 0 && <span className="num me-2 text-14 text-muted max-md:block">{day(show.beginsAt)}</span>}
              <span className="stage-figure text-18 md:text-20">{writeHour(Date.parse(show.beginsAt), timeZone)}</span>
            </time>
            <Link to={show.path} className="min-w-0 truncate text-16 leading-[44px]! font-semibold after:absolute after:inset-0">
              {show.title || t('landing.noTitle')}
            </Link>
            <span aria-hidden="true" className="leader" />
            <span className="stage-name max-w-[40%] truncate text-16">{show.performer.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
