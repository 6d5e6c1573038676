import type { ReactNode } from 'react'

/** What one gets, a tear, and what it costs. Only where money is decided, and one in view. */
export function Ticket({ children, stub }: { children: ReactNode; stub: ReactNode }) {
  return (
    <div className="[filter:var(--lift-ticket)]">
      <div className="ticket">
        <div className="p-5 pb-4">{children}</div>
        <div className="ticket-stub p-5 pt-4">{stub}</div>
      </div>
    </div>
  )
}
