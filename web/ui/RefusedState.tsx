import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

export type RefusedStateProps = {
  /** What happened. With money involved, first that nothing was taken: 「這次沒有扣款」 */
  what: ReactNode
  /** Why, as exactly as one knows. */
  why: ReactNode
  /** What now: one primary and perhaps words. */
  actions?: ReactNode
  /** inline: inside a sheet or a form, on a wash instead of a card. */
  look?: 'card' | 'inline'
  className?: string
}

/** A no, for people: what, why, what now. Announced when it appears. */
export function RefusedState({ what, why, actions, look = 'card', className }: RefusedStateProps) {
  const inside = (
    <div role="alert" className="grid gap-1.5">
      <p className="text-16 leading-snug! font-semibold">{what}</p>
      <p className="text-14 leading-relaxed! text-muted">{why}</p>
      {actions && <div className="mt-2.5 flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
  return look === 'inline' ? (
    <div className={cx('rounded-control bg-onair-wash px-4 py-3', className)}>{inside}</div>
  ) : (
    <Card className={cx('p-5', className)}>{inside}</Card>
  )
}
