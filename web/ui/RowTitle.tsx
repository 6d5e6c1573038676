import type { ReactNode } from 'react'
import { Link } from 'react-router'

type RowTitleProps = {
  children: ReactNode
  /** Quiet, below. */
  under: ReactNode
  /** Where the row leads; what opens beside the list keeps the place in it. */
  to?: string
}

/** What a row of a table is about. */
export function RowTitle({ children, under, to }: RowTitleProps) {
  const inside = (
    <>
      <span className="num line-clamp-1 font-semibold group-hover:underline">{children}</span>
      <span className="num block truncate text-13 text-muted">{under}</span>
    </>
  )
  return to === undefined ? (
    <span className="block min-w-0">{inside}</span>
  ) : (
    <Link data-row to={to} preventScrollReset={to.startsWith('?')} className="group block min-w-0 py-1 md:min-w-32">
      {inside}
    </Link>
  )
}
