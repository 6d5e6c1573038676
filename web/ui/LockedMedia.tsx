import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ratioOf } from '#web/ui/ratio.ts'
import { type Tint, tinted } from '#web/ui/tint.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type LockedMediaProps = {
  /** The tiny picture that the server blurred (an address or a data URL). Never the original. Without one, a plain dark ground. */
  preview?: string | null | undefined
  /** What is inside: 「12張照片 · 影片3:40」. */
  what: ReactNode
  /** Exactly one button, which names what is needed and what it costs. */
  action: ReactNode
  /** Pixels of what is behind, so that nothing moves when it opens. */
  width?: number | undefined
  height?: number | undefined
  /** small: in a message or a composer preview. */
  size?: 'full' | 'small'
  /** A few public seconds over the blur, under the words. */
  film?: ReactNode
  /** In the ring instead of the lock: what kind of thing is locked. */
  sign?: ReactNode
  /** A row at the foot of the plate, a sixth of its width high: the words stand in the middle of what it leaves. */
  below?: ReactNode
  /** The colour of the picture, under its blur. */
  tint?: Tint | undefined
  className?: string
}

/** A work that is not open yet: blur, one dim layer, a lock, what is inside, one action. No teasing words, no ribbon. */
export function LockedMedia({ preview, what, action, width, height, size = 'full', film, sign, below, tint, className }: LockedMediaProps) {
  const words = useUiWords()
  const plate = tinted(tint)
  return (
    <div
      className={cx('relative isolate overflow-hidden bg-t-deep', Boolean(below) && '@container', plate.className, className)}
      style={{ ...plate.style, aspectRatio: ratioOf({ width, height }) }}
    >
      <Blur preview={preview} />
      {film}
      <Dim />
      <div
        className={cx(
          'absolute inset-0 flex flex-col items-center justify-center text-center text-on-media',
          size === 'full' ? 'gap-3 p-6' : 'gap-2 p-4',
          Boolean(below) && 'bottom-[calc(16cqw+8px)]!',
        )}
      >
        <LockRing>
          {sign ?? <Lock aria-hidden="true" />}
          <span className="sr-only">{words('locked')}</span>
        </LockRing>
        <p className="num text-15">{what}</p>
        <div
          className={size === 'full' ? 'mt-2 grid min-w-[200px] *:focus-visible:outline-on-media' : 'mt-1 *:focus-visible:outline-on-media'}
        >
          {action}
        </div>
      </div>
      {below}
    </div>
  )
}

/** Around the sign of what is locked: a lock, or an album. */
export function LockRing({ children }: { children: ReactNode }) {
  return <span className="grid size-12 place-items-center rounded-full bg-media-chip/40 ring-1 ring-media-line ring-inset">{children}</span>
}

/** One dim layer: light at the edges, so that the picture's colours live, and a darker pool in the middle, so that words pass 4.5:1 over any picture. */
export function Dim() {
  return <span className="absolute inset-0 bg-radial-[closest-side] from-media-pool from-30% to-media-dim" />
}

/** The server's little blur drawn large. The slight CSS blur only rounds the corners of its few pixels; there is nothing sharp beneath it. */
export function Blur({ preview, className }: { preview?: string | null | undefined; className?: string }) {
  if (!preview) return null
  return (
    <img
      src={preview}
      alt=""
      decoding="async"
      className={cx('absolute inset-0 size-full scale-110 object-cover blur-[12px] brightness-115 saturate-125', className)}
    />
  )
}
