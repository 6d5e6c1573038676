import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type PaginationProps = {
  /** From 1. */
  current: number
  pageSize: number
  total: number
  /** An address for each page (preferred: it can be shared and opened in a new tab) or a handler. */
  to?: ((page: number) => LinkProps['to']) | undefined
  onChange?: ((page: number) => void) | undefined
}

/** Previous, the pages around here, next. Nothing at all when everything fits on one page. */
export function Pagination({ current, pageSize, total, to, onChange }: PaginationProps) {
  const words = useUiWords()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const step = (page: number, label: string, icon: React.ReactNode) => {
    const look = cx(cell, page < 1 || page > last ? 'pointer-events-none opacity-35' : 'hover:bg-hover')
    const off = page < 1 || page > last
    if (to && !off) {
      return (
        <Link to={to(page)} aria-label={label} className={look}>
          {icon}
        </Link>
      )
    }
    return (
      <button type="button" disabled={off} aria-label={label} onClick={() => onChange?.(page)} className={look}>
        {icon}
      </button>
    )
  }
  return (
    <nav aria-label={words('page', { current, total: last })} className="num flex items-center gap-1 text-14">
      {step(current - 1, words('previous'), <ChevronLeft className="size-[18px]" />)}
      <span className="px-2 md:hidden">
        {current} / {last}
      </span>
      {pagesAround(current, last).map((page, place) =>
        page === 0 ? (
          <span key={`gap-${place}`} aria-hidden="true" className="w-6 text-center text-muted max-md:hidden">
            …
          </span>
        ) : (
          <span key={page} className="max-md:hidden">
            <PageCell {...{ page, to, onChange }} current={page === current} />
          </span>
        ),
      )}
      {step(current + 1, words('next'), <ChevronRight className="size-[18px]" />)}
    </nav>
  )
}

const cell = 'inline-grid h-11 min-w-11 place-items-center rounded-control px-2 transition-colors'

function PageCell({ page, current, to, onChange }: { page: number; current: boolean } & Pick<PaginationProps, 'to' | 'onChange'>) {
  const look = cx(cell, current ? 'bg-hover font-semibold' : 'text-muted hover:bg-hover')
  return to ? (
    <Link to={to(page)} aria-current={current ? 'page' : undefined} className={look}>
      {page}
    </Link>
  ) : (
    <button type="button" aria-current={current ? 'page' : undefined} onClick={() => onChange?.(page)} className={look}>
      {page}
    </button>
  )
}

/** First, last, and one on either side of here; 0 stands for a gap. */
export function pagesAround(current: number, last: number): number[] {
  const wanted = [1, current - 1, current, current + 1, last].filter(
    (page, place, all) => page >= 1 && page <= last && all.indexOf(page) === place,
  )
  return wanted
    .toSorted((a, b) => a - b)
    .flatMap((page, place, all) => (place > 0 && page - (all[place - 1] ?? page) > 1 ? [0, page] : [page]))
}
