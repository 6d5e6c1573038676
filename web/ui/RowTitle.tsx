import type { ReactNode } from 'react'
import { Link } from 'react-router'

type RowTitleProps = {
  children: ReactNode
  /** Quiet, below. */
  under: ReactNode
  /** A face or a picture before it, 40 px; on a phone the notes of the row stand beside it too. */
  picture?: ReactNode
  /** Where the row leads; what opens beside the list keeps the place in it. */
  to?: string
}

/** What a row of a table is about. */
export function RowTitle({ children, under, picture, to }: RowTitleProps) {
  const words = (
    <>
      <span className="num line-clamp-1 font-semibold group-hover:underline">{children}</span>
      <span className="num block truncate text-13 text-muted">{under}</span>
    </>
  )
  const inside = picture ? (
    <span className="flex min-w-0 items-center gap-3">
      <span data-row-picture className="flex-none max-md:absolute max-md:top-3.5 max-md:start-4">
        {picture}
      </span>
      <span className="min-w-0">{words}</span>
    </span>
  ) : (
    words
  )
  return to === undefined ? (
    <span className="block min-w-0">{inside}</span>
  ) : (
    <Link data-row to={to} preventScrollReset={to.startsWith('?')} className="group block min-w-0 py-1 md:min-w-32">
      {inside}
    </Link>
  )
}
