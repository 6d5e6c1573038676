import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type ColumnsProps = {
  children: ReactNode
  /** 336 px at the right from 1024; on smaller screens above or below the children. */
  side: ReactNode
  sideFirst?: boolean
  className?: string
}

/** A main column and a narrow one that must not disappear on a phone: what one can buy, a preview, a to-do list. */
export function Columns({ children, side, sideFirst = false, className }: ColumnsProps) {
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 lg:grid-cols-[minmax(0,1fr)_336px]', className)}>
      <div className="grid min-w-0 content-start gap-2 md:gap-4">{children}</div>
      <div className={cx('grid min-w-0 content-start gap-2 md:gap-4', sideFirst && 'max-lg:order-first')}>{side}</div>
    </div>
  )
}
