import { bringWords } from '#web/app/words.ts'
import { Play, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Video } from '#contract/catalogue/videos.ts'
import { useApi } from '#web/app/session.tsx'
import { wayOf } from '#web/catalogue/videos/queries.ts'
import { useOpening } from '#web/catalogue/works/unlock/opening.tsx'
import { previewOf } from '#web/catalogue/works/lock.ts'
import { writeTime } from '#web/media/player/times.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Curtain } from '#web/ui/Curtain.tsx'
import { LockedMedia } from '#web/ui/LockedMedia.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'
import { lazy } from '#web/ui/network.ts'
import { sourcesOf } from '#web/ui/sources.ts'

const VideoPlayer = lazy(async () => {
  const [file] = await Promise.all([import('#web/media/player/VideoPlayer.tsx'), bringWords('player')])
  return { default: file.VideoPlayer }
})

type VideoStageProps = {
  video: Video
  /** `?unlock=1`: back from the payment page. */
  resume: boolean
  onChange: (video: Video) => void
  onViews: (totalViews: number) => void
}

/** Where the film plays; locked, its blur with the one act that opens it, and the teaser for those who want to know more. */
export function VideoStage({ video, resume, onChange, onViews }: VideoStageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const [file] = video.files
  const what = video.duration === undefined ? t('video.title') : t('video.what', { time: writeTime(video.duration) })
  const { lock, action, sheets } = useOpening(video, { way: wayOf(video), what, resume, onOpened: onChange })
  const [wasLocked] = useState(lock !== 'open')
  const [preview] = useState(() => previewOf(video))
  const [showsTeaser, setShowsTeaser] = useState(false)
  if (lock === 'open' && file?.status === 'finished' && file.url) {
    return (
      <div className="relative overflow-hidden bg-black md:rounded-card">
        <Suspense fallback={<Poster video={video} />}>
          <VideoPlayer
            file={file}
            title={video.title}
            autoPlay={wasLocked}
            statusOf={() => api.videos.fileStatus({ id: video._id, fileId: file._id })}
            onViewed={() =>
              void api.videos.view({ id: video._id }).then(
                ({ totalViews }) => onViews(totalViews),
                () => {},
              )
            }
            onLost={() => void api.videos.one({ id: video._id }).then(onChange, () => {})}
          />
        </Suspense>
        {wasLocked && <Curtain preview={preview} tint={video.cover?.tint} what={what} />}
      </div>
    )
  }
  if (lock === 'open') return <Unfinished video={video} />
  return (
    <div className="relative overflow-hidden bg-black md:rounded-card">
      {showsTeaser && video.teaser ? (
        <TeaserPlaying url={video.teaser.url} label={t('video.teaser')} onEnd={() => setShowsTeaser(false)} />
      ) : (
        <>
          <LockedMedia
            preview={preview}
            tint={video.cover?.tint}
            width={file?.width ?? 16}
            height={file?.height ?? 9}
            what={what}
            action={action}
          />
          {video.teaser && (
            <button
              type="button"
              onClick={() => setShowsTeaser(true)}
              className="touch absolute top-2 start-2 inline-flex md:top-auto md:bottom-3 md:start-3 h-9 items-center gap-2 rounded-full bg-media-chip px-3 text-13 md:px-3.5 md:text-14 font-semibold text-on-media focus-visible:outline-on-media"
            >
              <Play aria-hidden="true" className="size-4 fill-current" />
              {t('video.watchTeaser')}
            </button>
          )}
        </>
      )}
      {sheets}
    </div>
  )
}

function Poster({ video }: { video: Video }) {
  const [file] = video.files
  return (
    <div
      className="grid place-items-center bg-black"
      style={{ aspectRatio: file?.width && file.height ? Math.max(3 / 4, file.width / file.height) : 16 / 9 }}
    >
      {video.cover && (
        <img
          src={video.cover.url}
          srcSet={sourcesOf(video.cover)}
          sizes="(min-width: 768px) 960px, 100vw"
          alt=""
          width={video.cover.width}
          height={video.cover.height}
          fetchPriority="high"
          className="size-full object-contain"
        />
      )}
    </div>
  )
}

function TeaserPlaying({ url, label, onEnd }: { url: string; label: string; onEnd: () => void }) {
  const words = useUiWords()
  return (
    <div className="relative">
      <video
        src={url}
        autoPlay
        playsInline
        controls
        aria-label={label}
        onEnded={onEnd}
        className="aspect-video max-h-[80vh] w-full bg-black object-contain"
      />
      <IconButton look="media" label={words('close')} onClick={onEnd} className="absolute! top-3 end-3">
        <X />
      </IconButton>
    </div>
  )
}

/** Its owner's view of footage that is on its way, or that nothing could be made of. */
function Unfinished({ video }: { video: Video }) {
  const { t } = useTranslation()
  const isBroken = video.status === 'file-error'
  return (
    <div className="grid aspect-video place-items-center bg-well p-6 md:rounded-card">
      <div className="grid w-full max-w-80 gap-3 text-center" role="status">
        <p className="text-16 font-semibold">{isBroken ? t('video.broken') : t('video.processing', { percent: video.progress ?? 0 })}</p>
        {!isBroken && (
          <>
            <Progress percent={video.progress ?? 0} label={t('video.processing', { percent: video.progress ?? 0 })} />
            <p className="text-14 text-muted">{t('video.processingLead')}</p>
          </>
        )}
      </div>
    </div>
  )
}
