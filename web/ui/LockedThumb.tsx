import { Lock } from 'lucide-react'
import { Blur } from '#web/ui/LockedMedia.tsx'

/** The blur of the feed in small: in the unlock sheet (88 × 110) and in wallet lines, so that people recognise what they buy and bought. */
export function LockedThumb({ preview, opened = false }: { preview?: string | null | undefined; opened?: boolean }) {
  return (
    <span className="relative isolate grid h-[110px] w-[88px] flex-none place-items-center overflow-hidden rounded-tile bg-t-deep text-on-media">
      <Blur preview={preview} className="blur-[6px]!" />
      {!opened && <span className="absolute inset-0 bg-media-dim" />}
      {!opened && <Lock aria-hidden="true" className="relative" />}
    </span>
  )
}
