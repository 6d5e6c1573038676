import { Maximize, Minimize, Pause, PictureInPicture2, Play, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaFile } from '#contract/media/file.ts'
import { apart, fills, mayStandApart } from '#web/media/player/full-screen.ts'
import { type StatusOf, useRightToPlay } from '#web/media/player/guard.ts'
import { pressed } from '#web/media/player/keys.ts'
import { keepPlace, placeIn } from '#web/media/player/place.ts'
import { SeekBar } from '#web/media/player/SeekBar.tsx'
import { SettingsMenu } from '#web/media/player/SettingsMenu.tsx'
import { attach, type Stream } from '#web/media/player/stream.ts'
import { writeTime } from '#web/media/player/times.ts'
import { useVolume } from '#web/media/player/volume.ts'
import { VolumeControl } from '#web/media/player/VolumeControl.tsx'
import { usePlayerWords } from '#web/media/player/words.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

export type VideoPlayerProps = {
  /** Open and finished; its address is an HLS playlist. */
  file: MediaFile
  title: string
  /** Asked now and then while it plays, and for a fresh address: fileStatus of the work that it belongs to. */
  statusOf?: StatusOf
  /** Three seconds were played: that is a view (calls.md section 12). */
  onViewed?: () => void
  /** The right to watch ended. */
  onLost?: () => void
  /** Begins at once; the press that opened it was the wish. */
  autoPlay?: boolean
  className?: string
}

const viewSeconds = 3
const controlsStayMs = 2600
const overlay = 'text-on-media hover:bg-on-media/15! focus-visible:outline-on-media'

/** A film: play, seek with pictures, volume that is remembered, speed, quality, full screen, the keys that people know. */
export function VideoPlayer({ file, title, statusOf, onViewed, onLost, autoPlay = false, className }: VideoPlayerProps) {
  const words = usePlayerWords()
  const frame = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLVideoElement>(null)
  const stream = useRef<Stream>(undefined)
  const [playing, setPlaying] = useState(false)
  const [begun, setBegun] = useState(autoPlay)
  const [waiting, setWaiting] = useState(false)
  const [ended, setEnded] = useState(false)
  const [state, setState] = useState<'good' | 'gone' | 'broken'>('good')
  const [now, setNow] = useState(0)
  const [duration, setDuration] = useState(file.duration ?? 0)
  const [buffered, setBuffered] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [qualities, setQualities] = useState<readonly number[]>([])
  const [quality, setQuality] = useState<number>()
  const [isFull, setFull] = useState(false)
  const [resumedAt, setResumedAt] = useState(0)
  const [volume, setVolume] = useVolume()
  const isHydrated = useIsHydrated()
  const [shown, wake] = useAwake(playing)
  const seen = useRef({ seconds: 0, told: false, at: 0 })

  useRightToPlay(playing, statusOf, () => {
    stream.current?.stop()
    setState('gone')
    onLost?.()
  })

  const begin = useEffectEvent(async (video: HTMLVideoElement) => {
    const url = file.url
    if (!url) return undefined
    return attach(video, url, {
      address: async () => (statusOf ? (await statusOf()).url : url),
      onQualities: setQualities,
      onBroken: () => setState('broken'),
    })
  })
  useEffect(() => {
    const video = element.current
    if (!begun || !video || state !== 'good') return
    let over = false
    void begin(video).then((attached) => {
      if (over) return attached?.stop()
      stream.current = attached
      const at = placeIn(file._id)
      if (at > 0) {
        video.currentTime = at
        setResumedAt(at)
      }
      void video.play().catch(() => setPlaying(false))
    })
    return () => {
      over = true
      keepPlace(file._id, video.currentTime, video.duration)
      stream.current?.stop()
      stream.current = undefined
    }
  }, [begun, file._id, state])

  useEffect(() => {
    const video = element.current
    if (!video) return
    video.volume = volume.level
    video.muted = volume.muted
  }, [volume])

  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])

  const toggle = () => {
    const video = element.current
    if (!video) return
    setBegun(true)
    if (!begun) return
    if (video.paused) void video.play()
    else video.pause()
  }
  const seek = (seconds: number) => {
    const video = element.current
    if (!video || !begun) return
    video.currentTime = Math.min(Math.max(0, seconds), duration || seconds)
    setNow(video.currentTime)
  }
  const full = () => void fills(frame.current, element.current)
  const acts = {
    toggle,
    full,
    skip: (seconds: number) => seek((element.current?.currentTime ?? 0) + seconds),
    goTo: (part: number) => seek(part * duration),
    louder: (change: number) => setVolume({ level: Math.min(1, Math.max(0, volume.level + change)), muted: false }),
    mute: () => setVolume({ ...volume, muted: !volume.muted }),
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    wake()
    if (pressed(event.key, event.target !== event.currentTarget, acts)) event.preventDefault()
  }
  const onTime = () => {
    const video = element.current
    if (!video) return
    setNow(video.currentTime)
    const step = video.currentTime - seen.current.at
    seen.current.at = video.currentTime
    if (step > 0 && step < 1.5) seen.current.seconds += step
    if (!seen.current.told && seen.current.seconds >= Math.min(viewSeconds, (video.duration || viewSeconds) * 0.8)) {
      seen.current.told = true
      onViewed?.()
    }
  }

  const ratio = file.width && file.height ? file.width / file.height : 16 / 9
  const poster = file.thumbnails.at(-1)?.url
  if (state !== 'good') {
    return (
      <Ended
        ratio={ratio}
        blur={file.blurUrl}
        className={className}
        what={state === 'gone' ? words('gone') : words('broken')}
        why={state === 'gone' ? words('goneWhy') : words('brokenWhy')}
      >
        {state === 'broken' && (
          <Button rank="second" size="sm" onClick={() => setState('good')}>
            {words('retry')}
          </Button>
        )}
      </Ended>
    )
  }
  return (
    <div
      ref={frame}
      role="region"
      // Time runs to the right in every language.
      dir="ltr"
      aria-label={words('player', { title })}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={wake}
      className={cx(
        'group/player relative isolate flex max-h-[min(80vh,720px)] w-full items-center justify-center overflow-hidden bg-black text-on-media focus-visible:outline-offset-[-3px] focus-visible:outline-on-media',
        begun && !shown && 'cursor-none',
        className,
      )}
      style={isFull ? undefined : { aspectRatio: Math.max(ratio, 3 / 4) }}
    >
      <video
        ref={element}
        poster={poster}
        playsInline
        preload="none"
        onClick={toggle}
        onDoubleClick={full}
        onPlay={() => (setPlaying(true), setEnded(false))}
        onPause={() => (setPlaying(false), keepPlace(file._id, element.current?.currentTime ?? 0, duration))}
        onEnded={() => (setEnded(true), keepPlace(file._id, 0, duration))}
        onWaiting={() => setWaiting(true)}
        onPlaying={() => setWaiting(false)}
        onTimeUpdate={onTime}
        onDurationChange={(event) => setDuration(event.currentTarget.duration || (file.duration ?? 0))}
        onProgress={(event) => setBuffered(bufferedOf(event.currentTarget))}
        className="size-full object-contain"
      />
      {!playing && !waiting && (
        <button
          type="button"
          onClick={() => (ended ? (seek(0), toggle()) : toggle())}
          aria-label={ended ? words('replay') : words('play')}
          className="absolute top-1/2 left-1/2 grid size-18 -translate-1/2 place-items-center rounded-full bg-media-chip text-on-media shadow-raised transition-transform hover:scale-105 focus-visible:outline-on-media"
        >
          {ended ? <RotateCcw className="size-8" /> : <Play className="size-8 translate-x-0.5 fill-current" />}
        </button>
      )}
      {waiting && (
        <span
          role="status"
          className="appear-late absolute top-1/2 left-1/2 size-12 -translate-1/2 animate-spin rounded-full border-3 border-on-media/30 border-t-on-media"
        >
          <span className="sr-only">{words('processing')}</span>
        </span>
      )}
      {resumedAt > 0 && now < resumedAt + 4 && (
        <span className="num absolute top-3 start-3 rounded-badge bg-media-chip px-2.5 py-1 text-13">
          {words('resumed', { time: writeTime(resumedAt) })}
        </span>
      )}
      <div
        className={cx(
          'group/controls absolute inset-x-0 bottom-0 bg-linear-to-b from-transparent to-media-shade px-3 pt-10 pb-1.5 transition-opacity duration-200 md:px-4',
          begun && !shown && 'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100',
          !begun && 'hidden',
        )}
      >
        <SeekBar now={now} duration={duration} buffered={buffered} sprite={file.sprite} onSeek={seek} />
        <div className="-mx-2 flex items-center">
          <IconButton label={playing ? words('pause') : words('play')} onClick={toggle} className={overlay}>
            {playing ? <Pause className="fill-current" /> : <Play className="fill-current" />}
          </IconButton>
          <VolumeControl volume={volume} onChange={setVolume} />
          <span className="num ms-2 text-14 whitespace-nowrap">
            {writeTime(now)} / {writeTime(duration)}
          </span>
          <span className="flex-1" />
          <SettingsMenu
            speed={speed}
            onSpeed={(next) => {
              setSpeed(next)
              if (element.current) element.current.playbackRate = next
            }}
            qualities={qualities}
            quality={quality}
            onQuality={(height) => {
              setQuality(height)
              stream.current?.choose(height)
            }}
            inside={frame}
          />
          {isHydrated && mayStandApart() && (
            <IconButton label={words('apart')} onClick={() => void apart(element.current)} className={cx(overlay, 'max-md:hidden')}>
              <PictureInPicture2 />
            </IconButton>
          )}
          <IconButton label={isFull ? words('leaveFull') : words('full')} onClick={full} className={overlay}>
            {isFull ? <Minimize /> : <Maximize />}
          </IconButton>
        </div>
      </div>
    </div>
  )
}

/** Controls show while something moves, and always while it stands still. */
function useAwake(playing: boolean): [shown: boolean, wake: () => void] {
  const [awake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    awake || !playing,
    () => {
      setAwake(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setAwake(false), controlsStayMs)
    },
  ]
}

function bufferedOf({ buffered, currentTime }: HTMLVideoElement): number {
  for (let n = 0; n < buffered.length; n++) if (buffered.start(n) <= currentTime && currentTime <= buffered.end(n)) return buffered.end(n)
  return currentTime
}

type EndedProps = {
  ratio: number
  blur?: string | undefined
  what: string
  why: string
  className?: string | undefined
  children?: React.ReactNode
}

function Ended({ ratio, blur, what, why, className, children }: EndedProps) {
  return (
    <div
      role="alert"
      className={cx('relative isolate grid place-items-center overflow-hidden bg-black p-6 text-center text-on-media', className)}
      style={{ aspectRatio: Math.max(ratio, 3 / 4) }}
    >
      {blur && <img src={blur} alt="" className="absolute inset-0 -z-10 size-full scale-110 object-cover opacity-40 blur-[12px]" />}
      <div className="grid justify-items-center gap-2">
        <p className="text-16 font-semibold">{what}</p>
        <p className="text-14">{why}</p>
        {children}
      </div>
    </div>
  )
}
