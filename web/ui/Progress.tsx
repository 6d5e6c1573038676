import { cx } from '#web/ui/cx.ts'

export type ProgressProps = {
  /** 0 to 100. */
  percent: number
  /** What is progressing, for screen readers. */
  label: string
  /** media: thin and white, over a picture. */
  look?: 'plain' | 'media'
}

/** A bar towards something: an upload, a goal. */
export function Progress({ percent, label, look = 'plain' }: ProgressProps) {
  const shown = Math.max(0, Math.min(100, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('overflow-hidden rounded-full', look === 'plain' ? 'h-2 bg-press' : 'h-1 bg-media-line')}
    >
      <div
        className={cx('h-full rounded-full transition-[width] duration-220', look === 'plain' ? 'bg-primary' : 'bg-on-media')}
        style={{ width: `${shown}%` }}
      />
    </div>
  )
}
