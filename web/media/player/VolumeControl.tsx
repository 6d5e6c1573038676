import { Slider } from '@base-ui/react/slider'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { Volume } from '#web/media/player/volume.ts'
import { usePlayerWords } from '#web/media/player/words.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

type VolumeControlProps = {
  volume: Volume
  onChange: (next: Volume) => void
  /** media: a dark chip, where no shade lies over the picture. */
  look?: 'plain' | 'media'
}

/** Mute, and how loud where there is a mouse: phones have keys for it. */
export function VolumeControl({ volume: { level, muted }, onChange, look = 'plain' }: VolumeControlProps) {
  const words = usePlayerWords()
  const isSilent = muted || level === 0
  return (
    <div className={cx('group/volume flex items-center', look === 'media' && 'rounded-full bg-media-chip text-on-media')}>
      <IconButton
        label={isSilent ? words('unmute') : words('mute')}
        onClick={() => onChange({ level: level === 0 ? 0.5 : level, muted: !isSilent })}
        className={cx('text-on-media hover:bg-on-media/15! focus-visible:outline-on-media', look === 'media' && 'size-9! touch')}
      >
        {isSilent ? <VolumeX /> : level < 0.5 ? <Volume1 /> : <Volume2 />}
      </IconButton>
      <Slider.Root
        value={isSilent ? 0 : level}
        min={0}
        max={1}
        step={0.05}
        onValueChange={(next) => onChange({ level: next, muted: next === 0 })}
        aria-label={words('volume')}
        className="w-0 overflow-hidden transition-[width] group-focus-within/volume:w-20 group-hover/volume:w-20 max-md:hidden"
      >
        <Slider.Control className="flex h-11 w-20 touch-none items-center px-2">
          <Slider.Track className="h-1 w-full rounded-full bg-on-media/30">
            <Slider.Indicator className="rounded-full bg-on-media" />
            <Slider.Thumb
              aria-label={words('volume')}
              className="size-3 rounded-full bg-on-media outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-on-media"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  )
}
