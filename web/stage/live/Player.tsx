import { Maximize, Minimize, PictureInPicture2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { apart, fills, mayStandApart } from '#web/media/player/full-screen.ts'
import { useVolume, type Volume } from '#web/media/player/volume.ts'
import { VolumeControl } from '#web/media/player/VolumeControl.tsx'
import { useArrangement } from '#web/stage/live/arranging.ts'
import { useWatching } from '#web/stage/live/use-watching.ts'
import { useWatchingLate } from '#web/stage/live/use-watching-late.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

type PlayerProps = {
  streamId: string
  wanted: boolean
  onIsPlaying: (isPlaying: boolean) => void
  /** A second picture, as large as the first and as loud. */
  beside?: ((sound: Volume) => React.ReactNode) | undefined
  children?: React.ReactNode
}

const said = {
  connecting: 'live.connecting',
  playing: undefined,
  lost: 'live.reconnecting',
  stuck: 'live.late.stuck',
  full: 'live.full',
  unavailable: 'live.unavailable',
  none: 'live.noWebRtc',
  elsewhere: 'live.late.elsewhere',
} as const

/** The picture of a stream, and what one does with it. Where this browser takes no WebRTC, or its reader would rather not wait for it, it comes some seconds late. Browsers begin it without sound where nobody pressed anything yet: then one press brings it. */
export function Player({ streamId, wanted, onIsPlaying, beside, children }: PlayerProps) {
  const { t } = useTranslation()
  const me = useMe()
  const video = useRef<HTMLVideoElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [wantsLate, setWantsLate] = useState(false)
  const now = useWatching(video, streamId, { wanted: wanted && !wantsLate, role: 'audience' })
  const isLate = wantsLate || now === 'none'
  const late = useWatchingLate(video, streamId, wanted && isLate)
  const state = isLate ? late.state : now
  const pictures = useRef<HTMLDivElement>(null)
  const arrangement = useArrangement(pictures, beside !== undefined)
  const isHydrated = useIsHydrated()
  const [volume, setVolume] = useVolume()
  // The browser lets nothing sound before a press: that is no wish of theirs, and is not kept.
  const [isHushed, setHushed] = useState(false)
  const [isFull, setFull] = useState(false)
  const isMuted = volume.muted || isHushed
  useEffect(() => onIsPlaying(state === 'playing'), [state, onIsPlaying])

  useEffect(() => {
    const one = video.current
    if (!one) return
    one.volume = volume.level
    one.muted = isMuted
  }, [volume.level, isMuted])
  // With sound where the browser lets it, else without.
  useEffect(() => {
    const one = video.current
    if (!one || !wanted) return
    const onThere = () =>
      void one.play().catch((error: unknown) => {
        // Another picture came in between: it is begun by itself.
        if (one.muted || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
        setHushed(true)
        one.muted = true
        void one.play().catch(() => {})
      })
    one.addEventListener('loadedmetadata', onThere)
    return () => one.removeEventListener('loadedmetadata', onThere)
  }, [wanted])
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement === stage.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  const sounds = (next: Volume) => {
    setHushed(false)
    setVolume(next)
    const one = video.current
    if (!one) return
    // In the press itself: later the browser would not let it sound.
    one.muted = next.muted
    void one.play().catch(() => {})
  }
  const word = !wanted ? undefined : isLate && state === 'connecting' ? 'live.late.preparing' : said[state]
  return (
    <section ref={stage} aria-label={t('live.player')} className="absolute inset-0 bg-black">
      {/* Above the room, where that lies over the picture. */}
      <div
        ref={pictures}
        className={cx(
          'absolute inset-0 flex items-center justify-center',
          beside && 'gap-1',
          beside && !isFull && 'max-lg:bottom-[46%]',
          beside && !arrangement?.isBeside && 'flex-col',
        )}
      >
        <div className={cx('relative grid overflow-hidden', !arrangement && 'size-full min-h-0 min-w-0')} style={arrangement?.tile}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody can caption what is said this very moment */}
          <video
            ref={video}
            autoPlay
            playsInline
            muted={isMuted}
            className={cx('absolute inset-0 size-full', beside ? 'object-cover' : 'object-contain')}
            data-state={state}
          />
          {wanted && me && <Watermark name={me.username} />}
        </div>
        {beside && (
          <div
            className={cx('relative grid overflow-hidden', !arrangement && 'size-full min-h-0 min-w-0')}
            style={arrangement?.tile}
            data-guest
          >
            {beside({ ...volume, muted: isMuted })}
            {me && <Watermark name={me.username} />}
          </div>
        )}
      </div>
      {/* On a phone in the middle of what the room leaves of the picture. */}
      <div className="pointer-events-none absolute inset-x-0 top-1/2 z-10 grid -translate-y-1/2 justify-items-center gap-4 px-8 text-center text-15 text-on-media max-lg:top-[32%]">
        {word && <p role="status">{t(word)}</p>}
        {wanted && state === 'stuck' && (
          <Button size="sm" rank="second" onClick={() => setWantsLate(true)} className="pointer-events-auto">
            {t('live.late.offer')}
          </Button>
        )}
        {wanted && state === 'elsewhere' && (
          <Button size="sm" rank="second" onClick={late.again} className="pointer-events-auto">
            {t('live.late.here')}
          </Button>
        )}
      </div>
      {children}
      {wanted && isLate && state === 'playing' && late.secondsLate !== undefined && (
        <p className="absolute bottom-3 start-3 z-20 flex items-center gap-3 rounded-full bg-media-chip px-4 text-13 text-on-media max-lg:top-16 max-lg:bottom-auto">
          <span className="num py-2">{t('live.late.behind', { seconds: late.secondsLate })}</span>
          {wantsLate && (
            <button
              type="button"
              onClick={() => setWantsLate(false)}
              className="-me-2 min-h-11 rounded-full px-2 font-semibold underline focus-visible:outline-on-media"
            >
              {t('live.late.back')}
            </button>
          )}
        </p>
      )}
      {wanted && (
        <div className="absolute end-3 bottom-3 z-20 flex items-center gap-2 max-lg:top-16 max-lg:bottom-auto max-lg:flex-col">
          <VolumeControl look="media" volume={{ ...volume, muted: isMuted }} onChange={sounds} />
          {isHydrated && mayStandApart() && (
            <IconButton look="media" label={t('live.pip')} onClick={() => void apart(video.current)} className="max-lg:hidden">
              <PictureInPicture2 />
            </IconButton>
          )}
          <IconButton
            look="media"
            label={t(isFull ? 'live.fullscreen.leave' : 'live.fullscreen')}
            onClick={() => void fills(stage.current, video.current)}
          >
            {isFull ? <Minimize /> : <Maximize />}
          </IconButton>
        </div>
      )}
      {wanted && state === 'playing' && isMuted && (
        <button
          type="button"
          onClick={() => sounds({ level: volume.level === 0 ? 0.5 : volume.level, muted: false })}
          className="absolute inset-x-0 top-20 z-10 mx-auto w-fit rounded-full bg-media-chip px-5 py-3 text-15 font-semibold text-on-media focus-visible:outline-on-media"
        >
          {t('live.sound.press')}
        </button>
      )}
    </section>
  )
}

/** Whoever films the screen films their own name: it stands over each picture, faintly, and walks. */
function Watermark({ name }: { name: string }) {
  const [place, setPlace] = useState({ left: 12, top: 70 })
  useEffect(() => {
    const walk = setInterval(() => setPlace({ left: 4 + Math.random() * 56, top: 14 + Math.random() * 70 }), 9000)
    return () => clearInterval(walk)
  }, [])
  return (
    <span
      aria-hidden="true"
      data-watermark
      className="pointer-events-none absolute z-10 text-14 text-on-media opacity-25 transition-all duration-1000 select-none"
      style={{ left: `${place.left}%`, top: `${place.top}%` }}
    >
      @{name}
    </span>
  )
}
