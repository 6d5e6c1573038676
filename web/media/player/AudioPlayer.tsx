import { Slider } from '@base-ui/react/slider'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MediaFile } from '#contract/media/file.ts'
import { type StatusOf, useRightToPlay } from '#web/media/player/guard.ts'
import { writeTime } from '#web/media/player/times.ts'
import { useVolume } from '#web/media/player/volume.ts'
import { usePlayerWords } from '#web/media/player/words.ts'
import { cx } from '#web/ui/cx.ts'

export type AudioPlayerProps = {
  /** Open and finished. */
  file: MediaFile
  title: string
  statusOf?: StatusOf
  onLost?: () => void
  className?: string
}

const bars = 64

/** Sound: its waveform is the bar to seek on. */
export function AudioPlayer({ file, title, statusOf, onLost, className }: AudioPlayerProps) {
  const words = usePlayerWords()
  const element = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [now, setNow] = useState(0)
  const [state, setState] = useState<'good' | 'gone' | 'broken'>('good')
  const [volume] = useVolume()
  const duration = file.duration ?? 0
  const part = duration > 0 ? now / duration : 0

  useRightToPlay(playing, statusOf, () => {
    element.current?.pause()
    setState('gone')
    onLost?.()
  })
  useEffect(() => {
    if (!element.current) return
    element.current.volume = volume.level
    element.current.muted = volume.muted
  }, [volume])

  const toggle = () => {
    const sound = element.current
    if (!sound) return
    if (sound.paused) void sound.play().catch(() => setState('broken'))
    else sound.pause()
  }
  if (state === 'gone') return <p className="px-4 py-3 text-14 text-muted">{words('goneSound')}</p>
  return (
    <div
      role="group"
      dir="ltr"
      aria-label={words('player', { title })}
      className={cx('flex items-center gap-3 bg-well px-4 py-3', className)}
    >
      <audio
        ref={element}
        src={file.url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setNow(0)}
        onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
        onError={() => setState('broken')}
      />
      <button
        type="button"
        onClick={toggle}
        aria-label={playing ? words('pause') : words('play')}
        className="grid size-12 flex-none place-items-center rounded-full bg-primary text-on-primary"
      >
        {playing ? <Pause className="fill-current" /> : <Play className="translate-x-px fill-current" />}
      </button>
      <div className="min-w-0 flex-1">
        <Slider.Root
          value={now}
          min={0}
          max={Math.max(0.1, duration)}
          step={0.1}
          aria-label={words('seek')}
          onValueChange={(next) => {
            if (element.current) element.current.currentTime = next
            setNow(next)
          }}
        >
          <Slider.Control className="relative h-12 touch-none">
            <Wave peaks={file.peaks ?? []} part={part} />
            <Slider.Track className="absolute inset-0">
              <Slider.Thumb
                aria-label={words('seek')}
                getAriaValueText={() => words('of', { now: writeTime(now), all: writeTime(duration) })}
                className="h-12 w-0.5 rounded-full bg-link outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-link"
              />
            </Slider.Track>
          </Slider.Control>
        </Slider.Root>
        <p className="num flex justify-between text-13 text-muted">
          <span>{writeTime(now)}</span>
          {state === 'broken' && <span role="alert">{words('brokenSound')}</span>}
          <span>{writeTime(duration)}</span>
        </p>
      </div>
    </div>
  )
}

/** Loudness as bars; what was heard is in colour. */
function Wave({ peaks, part }: { peaks: readonly number[]; part: number }) {
  const heights = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars)
    const slice = peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars)))
    return Math.max(6, ...slice)
  })
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0 flex items-center gap-[2px]">
      {heights.map((height, bar) => (
        <span
          key={bar}
          className={cx('min-w-0 flex-1 rounded-full', bar / bars < part ? 'bg-link' : 'bg-line-strong')}
          style={{ height: `${height}%` }}
        />
      ))}
    </span>
  )
}
