import { cx } from '#web/ui/cx.ts'

/** How many wait, beside a place or a title: from 1, quiet, 99+ at most. Nought is not written. */
export function Count({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'num inline-grid h-5 min-w-5 place-items-center rounded-full bg-chosen px-1.5 text-13 leading-none! font-semibold text-text',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
