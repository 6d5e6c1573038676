import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

export type PanelProps = {
  title?: ReactNode
  /** At the right of the title: a link or one small button. */
  action?: ReactNode
  /** flush: children (a table, a list) reach the card's edges. */
  flush?: boolean
  children: ReactNode
  className?: string
}

/**
 * A card with a heading in the stage voice: 20 px of padding, 16 on a phone. Never put one in another. Stage Song has not the room for the titles of all
 * panels, and two faces side by side are worse than one: they are written as names are.
 */
export function Panel({ title, action, flush = false, children, className }: PanelProps) {
  const id = useId()
  return (
    <Card className={cx(!flush && 'p-4 md:p-5', flush && 'overflow-hidden', className)}>
      <section aria-labelledby={title ? id : undefined}>
        {(title || action) && (
          <header className={cx('flex items-center justify-between gap-4', flush ? 'min-h-11 px-4 pt-3 md:px-5' : '-mt-1.5 mb-2 min-h-9')}>
            <h2 id={id} className="text-20 leading-snug">
              {typeof title === 'string' ? <span className="stage-name">{title}</span> : title}
            </h2>
            {action && <div className="flex flex-none items-center gap-2 text-14 text-link">{action}</div>}
          </header>
        )}
        {children}
      </section>
    </Card>
  )
}
