import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type MediaChipProps = {
  /** Short: "1 / 4", "3:40", an icon with a count. */
  children: ReactNode
  /** It says that the work has opened: in house light. */
  opened?: boolean
  className?: string
}

/** Words over a picture: never bare, always on this dark chip. */
export function MediaChip({ children, opened = false, className }: MediaChipProps) {
  return (
    <span
      className={cx(
        'num inline-flex h-[22px] items-center gap-[5px] rounded-badge px-2 text-13 leading-none font-semibold [&_.lucide]:size-4',
        opened ? 'bg-house text-on-house' : 'bg-media-chip text-on-media',
        className,
      )}
    >
      {children}
    </span>
  )
}
