import { bringWords } from '#web/app/words.ts'
import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useApi } from '#web/app/session.tsx'
import { writeTime } from '#web/media/player/times.ts'
import { Blur } from '#web/ui/LockedMedia.tsx'
import { MediaChip } from '#web/ui/MediaChip.tsx'
import { ratioOf } from '#web/ui/ratio.ts'
import { lazy } from '#web/ui/network.ts'

// Most films are scrolled past: the player comes with the press, or with the page that is about this one.
const playing = async () => (await Promise.all([import('#web/media/player/VideoPlayer.tsx'), bringWords('player')]))[0]
const VideoPlayer = lazy(() => playing().then((file) => ({ default: file.VideoPlayer })))
const AudioPlayer = lazy(async () => {
  const [file] = await Promise.all([import('#web/media/player/AudioPlayer.tsx'), bringWords('player')])
  return { default: file.AudioPlayer }
})

type FeedFilmProps = {
  feed: Feed
  /** On its own page the player stands there at once. */
  isPage: boolean
  children?: React.ReactNode
  /** The right to watch ended while it played. */
  onLost: () => void
}

/** The film or the recording of a post that is open: its picture and its length, then the player in the same place. */
export function FeedFilm({ feed, isPage, children, onLost }: FeedFilmProps) {
  const { t } = useTranslation()
  const api = useApi()
  const file = feed.files[0]
  const [begun, setBegun] = useState(false)
  if (!file) return null
  const title = feed.title || t('post.by', { name: feed.performer.name })
  const statusOf = () => api.feeds.fileStatus({ id: feed._id, fileId: file._id })
  if (file.status !== 'finished') {
    return (
      <div className="grid aspect-video place-items-center bg-well text-14 text-muted">
        {t(file.status === 'error' ? 'film.fileBroken' : 'film.processing')}
      </div>
    )
  }
  if (feed.type === 'audio') {
    return (
      <div className="px-4 pb-1">
        <Suspense fallback={<div className="h-20" />}>
          <AudioPlayer file={file} title={title} statusOf={statusOf} onLost={onLost} />
        </Suspense>
      </div>
    )
  }
  const poster = feed.thumbnail?.url ?? file.thumbnails.at(-1)?.url
  if (begun || isPage) {
    return (
      <Suspense fallback={<div className="bg-black" style={{ aspectRatio: ratioOf(file) }} />}>
        <VideoPlayer file={file} title={title} statusOf={statusOf} onLost={onLost} autoPlay={begun} />
      </Suspense>
    )
  }
  return (
    <div className="relative isolate overflow-hidden bg-black" style={{ aspectRatio: ratioOf(file) }}>
      {poster ? (
        <img src={poster} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Blur preview={file.blurUrl} />
      )}
      <button
        type="button"
        aria-label={t('film.play', { title })}
        onPointerEnter={() => void playing()}
        onFocus={() => void playing()}
        onClick={() => setBegun(true)}
        className="group absolute inset-0 grid place-items-center focus-visible:outline-offset-[-3px] focus-visible:outline-on-media"
      >
        <span className="grid size-16 place-items-center rounded-full bg-media-chip text-on-media transition-[scale] group-hover:scale-105">
          <Play className="ml-1 size-7 fill-current" />
        </span>
      </button>
      {file.duration !== undefined && (
        <MediaChip className="pointer-events-none absolute end-3 bottom-3">{writeTime(file.duration)}</MediaChip>
      )}
      {children}
    </div>
  )
}
