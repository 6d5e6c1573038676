import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import type { Stream } from '#contract/stage/live.ts'
import { useTranslation } from '#web/app/say.ts'
import { useLoaded } from '#web/app/query.ts'
import type { ReplyTo } from '#contract/client.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { rail } from '#web/stage/live/rail.ts'
import { Snapshot } from '#web/stage/live/Snapshot.tsx'
import { useWayIn } from '#web/stage/live/way-in.ts'
import { useLooks } from '#web/stage/live/use-looks.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

const soonMs = 36 * 3_600_000
/** How often it is looked who is live now: the directory itself looks more often. */
const lookMs = 60_000

/** Who is live, and who will be today or tomorrow, one after the other to leaf through. Without anybody it is not there. @param isOfNow what is to come stands elsewhere on that page */
export default function LiveRail({ loaded, isOfNow = false }: { loaded: ReplyTo<'live.search'>; isOfNow?: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const { data } = useLoaded(rail, loaded)
  useLooks('live.search', lookMs)
  const shows = data.filter(
    ({ status, scheduledAt }) => status === 'live' || (!isOfNow && scheduledAt && Date.parse(scheduledAt) < now + soonMs),
  )
  if (shows.length === 0) return null
  return (
    <section aria-labelledby="live-rail" className="mt-3 mb-2">
      <div className="flex items-center justify-between gap-4 max-md:px-4">
        <h2 id="live-rail" className="text-16">
          {t(shows.some(({ status }) => status === 'live') ? 'live.rail' : 'live.rail.soon')}
        </h2>
        <Link to="/live" className="inline-flex min-h-11 items-center text-14 font-semibold text-link hover:underline">
          {t('live.rail.all')}
        </Link>
      </div>
      <ul className="quiet-scroll flex gap-2 overflow-x-auto p-1 pb-3 max-md:px-4 md:-mx-1 md:gap-3">
        {shows.map((stream) => (
          <li key={stream._id} className="flex-none">
            <Show stream={stream} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of a public one that is live its picture stands there; of any other its performer stands for it. */
function Show({ stream, now }: { stream: Stream; now: number }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const wayIn = useWayIn(stream)
  const { _id, performer, title, status, viewerCount, scheduledAt } = stream
  const isLive = status === 'live'
  return (
    <Link
      to={`/live/${_id}`}
      className="flex w-72 items-center gap-3 rounded-card bg-surface p-3 shadow-card transition-colors hover:bg-hover"
    >
      <Snapshot stream={stream} className="h-16 w-24 flex-none rounded-tile object-cover">
        <Avatar src={performer.avatar} name={performer.name} size={48} live={isLive} />
      </Snapshot>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-15 font-semibold">{title}</span>
        <span className="block truncate text-13 text-muted">{performer.name}</span>
        <span className="num flex items-center gap-2 text-13 text-muted">
          <span className="flex-none text-text">{wayIn}</span>
          {isLive && viewerCount > 0 && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <Eye aria-hidden="true" className="size-4 flex-none" />
              <span className="truncate">{t('live.viewers', { count: viewerCount })}</span>
            </span>
          )}
          {!isLive && scheduledAt && <span className="truncate">{writeComing(Date.parse(scheduledAt), now, locale, timeZone)}</span>}
        </span>
      </span>
    </Link>
  )
}
