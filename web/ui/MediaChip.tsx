import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type MediaChipProps = {
  /** Short: "1 / 4", "3:40", an icon with a count. */
  children: ReactNode
  className?: string
}

/** Words over a picture: never bare, always on this dark chip. */
export function MediaChip({ children, className }: MediaChipProps) {
  return (
    <span
      className={cx(
        'num inline-flex h-[22px] items-center gap-[5px] rounded-badge bg-media-chip px-2 text-13 leading-none font-semibold text-on-media [&_.lucide]:size-4',
        className,
      )}
    >
      {children}
    </span>
  )
}
