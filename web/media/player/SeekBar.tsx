import { Slider } from '@base-ui/react/slider'
import { type PointerEvent, useState } from 'react'
import type { MediaFile } from '#contract/media/file.ts'
import { writeTime } from '#web/media/player/times.ts'
import { usePlayerWords } from '#web/media/player/words.ts'

type SeekBarProps = {
  now: number
  duration: number
  /** Seconds that are loaded, from the beginning on. */
  buffered: number
  sprite?: MediaFile['sprite']
  onSeek: (seconds: number) => void
}

/** The position in a film. A pointer over it sees what is there, before anything is loaded: the small pictures come as one. */
export function SeekBar({ now, duration, buffered, sprite, onSeek }: SeekBarProps) {
  const words = usePlayerWords()
  const [hover, setHover] = useState<{ seconds: number; part: number }>()
  const look = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'touch') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)))
    setHover({ part, seconds: part * duration })
  }
  const length = Math.max(0.1, duration)
  return (
    <div className="relative" onPointerMove={look} onPointerLeave={() => setHover(undefined)}>
      {hover && duration > 0 && <Preview {...hover} sprite={sprite} />}
      <Slider.Root value={Math.min(now, length)} min={0} max={length} step={0.1} onValueChange={onSeek} aria-label={words('seek')}>
        <Slider.Control className="flex h-6 touch-none items-center">
          <Slider.Track className="relative h-1 w-full rounded-full bg-on-media/30 transition-[height] group-hover/controls:h-1.5">
            <span
              className="absolute inset-y-0 start-0 rounded-full bg-on-media/40"
              style={{ width: `${(100 * Math.min(buffered, length)) / length}%` }}
            />
            <Slider.Indicator className="rounded-full bg-primary" />
            <Slider.Thumb
              aria-label={words('seek')}
              getAriaValueText={() => words('of', { now: writeTime(now), all: writeTime(duration) })}
              className="size-3.5 rounded-full bg-on-media shadow-raised outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-on-media"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}

function Preview({ seconds, part, sprite }: { seconds: number; part: number; sprite?: MediaFile['sprite'] }) {
  const tile = sprite && Math.min(sprite.columns * sprite.rows - 1, Math.floor(seconds / sprite.everySeconds))
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-7 grid -translate-x-1/2 justify-items-center gap-1"
      style={{ left: `clamp(90px, ${part * 100}%, calc(100% - 90px))` }}
    >
      {sprite && tile !== undefined && (
        <span
          className="block overflow-hidden rounded-control bg-media-chip shadow-raised ring-1 ring-media-line"
          style={{
            width: sprite.width,
            height: sprite.height,
            backgroundImage: `url("${sprite.url}")`,
            backgroundPosition: `-${(tile % sprite.columns) * sprite.width}px -${Math.floor(tile / sprite.columns) * sprite.height}px`,
          }}
        />
      )}
      <span className="num rounded-badge bg-media-chip px-2 py-0.5 text-13 font-semibold text-on-media">{writeTime(seconds)}</span>
    </div>
  )
}
