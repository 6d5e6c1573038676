import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { Video } from '#contract/catalogue/videos.ts'
import { useNow } from '#web/app/session.tsx'
import { useNeeds } from '#web/catalogue/works/needs.ts'
import { writeTime } from '#web/media/player/times.ts'
import { CoverGrid, CoverTile } from '#web/ui/CoverTile.tsx'
import { sourcesOf } from '#web/ui/sources.ts'
import { writeCount } from '#web/ui/numbers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/**
 * Videos to choose from.
 * @param byOne all of them are one performer's, whose name need not be told again
 * @param column one under another, beside something larger
 */
export function VideoTiles({ videos, byOne = false, column = false }: { videos: readonly Video[]; byOne?: boolean; column?: boolean }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  const needs = useNeeds()
  return (
    <CoverGrid label={t('video.list')} column={column}>
      {videos.map((video, place) => (
        <li key={video._id}>
          <CoverTile
            to={`/videos/${video.slug}`}
            title={video.title}
            picture={video.cover?.url}
            sources={video.cover && sourcesOf(video.cover)}
            isBlurred={video.cover?.isBlurred ?? false}
            locked={needs(video)}
            chip={video.duration !== undefined && <span className="num">{writeTime(video.duration)}</span>}
            priority={place < 3}
            note={
              <>
                {!byOne && (
                  <>
                    <Link to={`/${video.performer.username}`} className="hover:text-text">
                      {video.performer.name}
                    </Link>
                    {' · '}
                  </>
                )}
                {video.totalViews > 0 && `${t('video.views', { count: video.totalViews, views: writeCount(video.totalViews, locale) })} · `}
                <RelativeTime at={video.createdAt} now={now} />
              </>
            }
          />
        </li>
      ))}
    </CoverGrid>
  )
}
