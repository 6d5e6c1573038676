import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Pagination, type PaginationProps } from '#web/ui/Pagination.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

/** What stands in the address of every table of studio and office. */
export type TableState = { current: number; pageSize: number; sortBy: string; sort: 'asc' | 'desc' }

export type Column<Row> = {
  /** The name that `sortBy` takes. */
  key: string
  title: string
  /** The title is there for screen readers only (a column of menus). */
  hideTitle?: boolean
  cell: (row: Row) => ReactNode
  /** Figures stand right and tabular. */
  align?: 'left' | 'right'
  sortable?: boolean
  /**
   * lead: the card's heading. end: its upper right corner. note: quiet, in one sentence with the other notes, for what needs no label.
   * line: label and value. hidden: not on a phone. Default: the first is lead, the others lines.
   */
  onPhone?: 'lead' | 'end' | 'note' | 'line' | 'hidden'
}

export type DataTableProps<Row> = {
  /** Names the table. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  state: TableState
  /** All rows there are, for the pages. */
  total: number
  onState: (state: TableState) => void
  /** Addresses for the pages. */
  pageTo?: PaginationProps['to']
  /** With these a column of boxes appears, and the bulk bar as soon as one is chosen. */
  selected?: string[]
  onSelect?: (keys: string[]) => void
  bulk?: ReactNode
  /** An EmptyState with look="bare". */
  empty: ReactNode
  /** Shapes instead of rows. */
  waiting?: boolean
}

/** Rows to work with. A table with a header that stays from 768; the same rows as cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, state, total, onState, pageTo, selected, onSelect, bulk, empty, waiting = false } = props
  const words = useUiWords()
  const chosen = new Set(selected)
  const keys = rows.map(rowKey)
  const all = keys.length > 0 && keys.every((key) => chosen.has(key))
  const choose = (key: string, on: boolean) => onSelect?.(on ? [...chosen, key] : [...chosen].filter((one) => one !== key))
  return (
    <Card>
      {onSelect && chosen.size > 0 && (
        <div className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-3 rounded-t-card bg-raised px-4 py-1.5 shadow-[inset_0_-1px_var(--line)] md:px-5">
          <span className="num text-14 font-semibold">{words('selected', { count: chosen.size })}</span>
          <div className="ms-auto flex items-center gap-2">{bulk}</div>
        </div>
      )}
      <div className="max-lg:overflow-x-auto">
        <table aria-label={label} aria-busy={waiting} className="w-full border-collapse text-14 max-md:block">
          <thead className="max-md:sr-only">
            <tr>
              {onSelect && (
                <th className={cx(head, 'w-11 ps-3')}>
                  <Checkbox
                    hideLabel
                    label={words('selectAll')}
                    checked={all}
                    indeterminate={!all && keys.some((key) => chosen.has(key))}
                    onChange={(on) => onSelect(on ? keys : [])}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.key} {...{ column, state, onState }} />
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {!waiting &&
              rows.map((row) => {
                const key = rowKey(row)
                return (
                  <tr
                    key={key}
                    aria-selected={onSelect ? chosen.has(key) : undefined}
                    // A row lights up where a press on it leads to what it is about.
                    onClick={followRow}
                    className="relative border-t border-line transition-colors first:border-t-0 has-[a[data-row]]:cursor-pointer has-[a[data-row]]:hover:bg-hover max-md:block max-md:px-4 max-md:py-3 max-md:has-[[data-row-picture]]:ps-17"
                  >
                    {onSelect && (
                      <td className="w-11 ps-3 max-md:absolute max-md:top-1.5 max-md:end-1 max-md:ps-0">
                        <Checkbox hideLabel label={words('selectRow')} checked={chosen.has(key)} onChange={(on) => choose(key, on)} />
                      </td>
                    )}
                    {columns.map((column, place) => (
                      <td
                        key={column.key}
                        data-label={column.hideTitle ? '' : column.title}
                        data-phone={column.onPhone}
                        className={cellLook(column, place, Boolean(onSelect))}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                )
              })}
          </tbody>
        </table>
      </div>
      {waiting && <RowsWaiting count={Math.min(state.pageSize, 8)} />}
      {!waiting && rows.length === 0 && empty}
      {total > state.pageSize && (
        <div className="flex justify-end border-t border-line px-3 py-1.5">
          <Pagination
            current={state.current}
            pageSize={state.pageSize}
            total={total}
            to={pageTo}
            onChange={(current) => onState({ ...state, current })}
          />
        </div>
      )}
    </Card>
  )
}

const head =
  'sticky top-0 z-10 bg-surface text-start text-13 font-normal whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--line)] first:rounded-ss-card last:rounded-se-card'

function Head<Row>({ column, state, onState }: { column: Column<Row>; state: TableState; onState: (state: TableState) => void }) {
  const words = useUiWords()
  const active = state.sortBy === column.key
  const right = column.align === 'right'
  if (!column.sortable) {
    return (
      <th className={cx(head, 'h-11 px-3 first:ps-5 last:pe-5', right && 'text-end')}>
        {column.hideTitle ? <span className="sr-only">{column.title}</span> : column.title}
      </th>
    )
  }
  const Arrow = state.sort === 'asc' ? ArrowUp : ArrowDown
  const arrow = <Arrow aria-hidden="true" className={cx('size-3.5', !active && 'invisible')} />
  // A second press turns the order round; a new column begins with the largest or newest, which is what people look for.
  const sort = active && state.sort === 'desc' ? 'asc' : 'desc'
  return (
    <th
      aria-sort={active ? (state.sort === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={cx(head, 'px-3 first:ps-5 last:pe-5', right && 'text-end')}
    >
      <button
        type="button"
        aria-label={words('sortBy', { column: column.title })}
        onClick={() => onState({ ...state, current: 1, sortBy: column.key, sort })}
        className={cx(
          'inline-flex h-11 items-center gap-1 hover:text-text focus-visible:outline-offset-[-2px]',
          active && 'font-semibold text-text',
        )}
      >
        {right && arrow}
        {column.title}
        {!right && arrow}
      </button>
    </th>
  )
}

function cellLook<Row>(column: Column<Row>, place: number, selectable: boolean): string {
  const phone = column.onPhone ?? (place === 0 ? 'lead' : 'line')
  return cx(
    'px-3 py-2.5 first:ps-5 last:pe-5 max-md:block max-md:p-0!',
    column.align === 'right' && 'num text-end whitespace-nowrap',
    // On a tablet what a row is about stays readable, and the rest can be pushed aside.
    phone === 'lead' && cx('md:max-lg:min-w-56 max-md:mb-1', selectable ? 'max-md:pe-11!' : 'max-md:pe-20!'),
    phone === 'end' && cx('max-md:absolute max-md:top-4', selectable ? 'max-md:end-14' : 'max-md:end-4'),
    phone === 'line' &&
      'max-md:flex! max-md:min-h-7 max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:before:text-13 max-md:before:text-muted max-md:before:content-[attr(data-label)]',
    phone === 'note' &&
      "max-md:inline! max-md:text-13 max-md:leading-normal max-md:text-muted max-md:empty:hidden! max-md:[td[data-phone=note]:not(:empty)~&]:before:content-['_·_']",
    phone === 'hidden' && 'max-md:hidden!',
  )
}

function RowsWaiting({ count }: { count: number }) {
  return (
    <Waiting>
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className="flex min-h-16 items-center gap-4 border-t border-line px-5 first:border-t-0">
          <Bone className="size-10 flex-none rounded-tile!" />
          <Bone className="h-3.5 flex-1" />
          <Bone className="h-3.5 w-16" />
          <Bone className="h-3.5 w-16 max-md:hidden" />
        </div>
      ))}
    </Waiting>
  )
}

/** For a mouse: keys and screen readers have the link itself. Controls of the row and words being marked keep their press. */
function followRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const isOwn = target instanceof Element && target.closest('a, button, input, label, summary, [role="menu"]') === null
  if (isOwn && window.getSelection()?.isCollapsed) currentTarget.querySelector<HTMLElement>('a[data-row]')?.click()
}
