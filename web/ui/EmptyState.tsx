import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'

export type EmptyStateProps = {
  icon: LucideIcon
  /** One sentence that teaches the gesture: 「還沒有收藏。看到想留的，按一下書籤。」 */
  children: ReactNode
  /** One outline button (rank="second" size="sm"). */
  action?: ReactNode
  /** bare: inside a panel or a pane that is already a surface. */
  look?: 'card' | 'bare'
}

/** Nothing here yet. */
export function EmptyState({ icon: Icon, children, action, look = 'card' }: EmptyStateProps) {
  const inside = (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center">
      <Icon aria-hidden="true" className="size-6 text-muted" />
      <p className="max-w-[32ch] text-15 text-balance">{children}</p>
      {action}
    </div>
  )
  return look === 'bare' ? inside : <Card>{inside}</Card>
}
