import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Blur, Dim, LockRing } from '#web/ui/LockedMedia.tsx'
import { type Tint, tinted } from '#web/ui/tint.ts'

export type CurtainProps = {
  /** What hung there before: the server's blur, and the colour under it. */
  preview?: string | null | undefined
  tint?: Tint | undefined
  /** What the plate said was inside. It leaves before the halves do. */
  what?: ReactNode
  /** Waits for the picture behind it. */
  waits?: boolean
}

/**
 * Over what has just been opened, in the same place as its plate: a seam of house light, and the two halves of the blur part (app.css,
 * `curtain`). It is drawn only once the server has said yes, takes no presses, and says nothing: a toast does.
 */
export function Curtain({ preview, tint, what, waits = false }: CurtainProps) {
  const plate = tinted(tint)
  return (
    <div
      aria-hidden="true"
      data-waits={waits || undefined}
      className={cx('curtain pointer-events-none absolute inset-0 z-10 overflow-hidden', plate.className)}
      style={plate.style}
    >
      <span className="curtain-half bg-t-deep">
        <Blur preview={preview} />
        <Dim />
      </span>
      <span className="curtain-half bg-t-deep">
        <Blur preview={preview} />
        <Dim />
      </span>
      <span className="curtain-words absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-on-media">
        <LockRing>
          <Lock />
        </LockRing>
        <span className="num text-15">{what}</span>
        {/* Where the button was. */}
        <span className="mt-2 h-11" />
      </span>
    </div>
  )
}
