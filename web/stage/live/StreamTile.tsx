import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import type { Stream } from '#contract/stage/live.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { ReminderButton } from '#web/stage/live/ReminderButton.tsx'
import { Snapshot } from '#web/stage/live/Snapshot.tsx'
import { useWayIn } from '#web/stage/live/way-in.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { LiveBadge } from '#web/ui/LiveBadge.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { writeComing } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** A stream among others. Of a public one that is live its picture stands there, about a minute old; of any other its performer stands for it. @param under the heading that it stands below */
export function StreamTile({ stream, under = 1 }: { stream: Stream; under?: 1 | 3 }) {
  const { t } = useTranslation()
  const wayIn = useWayIn(stream)
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const Heading = under === 1 ? 'h2' : 'h4'
  const { _id, performer, title, status, viewerCount, scheduledAt } = stream
  return (
    <article className="relative grid content-start gap-3 overflow-hidden rounded-card bg-surface p-4 shadow-card transition-colors hover:bg-hover max-md:rounded-none">
      {status === 'live' && (
        <div className="-mx-4 -mt-4 grid aspect-video place-items-center bg-raised">
          <Snapshot stream={stream} className="size-full object-cover">
            <Avatar src={performer.avatar} name={performer.name} size={72} />
          </Snapshot>
        </div>
      )}
      <div className={cx('flex items-center gap-2', status === 'live' && 'absolute inset-x-3 top-3')}>
        {status === 'live' ? <LiveBadge /> : null}
        <MediaChip>{wayIn}</MediaChip>
        {status === 'live' && viewerCount > 0 && (
          <MediaChip className="ms-auto">
            <Eye aria-hidden="true" />
            {t('live.viewers', { count: viewerCount })}
          </MediaChip>
        )}
      </div>
      <Heading className="stage-name line-clamp-2 text-18 leading-snug!">
        <Link to={`/live/${_id}`} className="after:absolute after:inset-0">
          {title}
        </Link>
      </Heading>
      <div className="flex items-center gap-3">
        <Avatar src={performer.avatar} name={performer.name} size={36} />
        <p className="min-w-0 flex-1">
          <span className="block truncate text-15 font-semibold">{performer.name}</span>
          {status === 'scheduled' && scheduledAt && (
            <span className="num block truncate text-13 text-muted">
              {t('live.startsAt', { when: writeComing(Date.parse(scheduledAt), now, locale, timeZone) })}
            </span>
          )}
        </p>
        <div className="relative z-10">
          <ReminderButton stream={stream} />
        </div>
      </div>
    </article>
  )
}
