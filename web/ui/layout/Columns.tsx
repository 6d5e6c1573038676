import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type ColumnsProps = {
  children: ReactNode
  /** 336 px at the right from 1024; on smaller screens above or below the children. */
  side: ReactNode
  sideFirst?: boolean
  /** What comes before the side even on a phone: the figure that the screen is about. */
  lead?: ReactNode
  className?: string
}

/** A main column and a narrow one that must not disappear on a phone: what one can buy, a preview, a to-do list. */
export function Columns({ children, side, sideFirst = false, lead, className }: ColumnsProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 lg:grid-cols-[minmax(0,1fr)_336px]',
        Boolean(lead) && 'lg:grid-rows-[auto_1fr]',
        className,
      )}
    >
      {lead && <div className="min-w-0 lg:col-start-1">{lead}</div>}
      <div className={cx(column, 'lg:col-start-1', sideFirst && 'max-lg:order-1')}>{children}</div>
      <div className={cx(column, 'lg:col-start-2 lg:row-start-1', Boolean(lead) && 'lg:row-span-2')}>{side}</div>
    </div>
  )
}

const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 md:gap-4'
