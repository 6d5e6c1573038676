import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { List } from '#web/app/listing.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'

type ShownList<Row> = Pick<List<unknown, { data: Row[]; total: number }>, 'rows' | 'address' | 'isFiltered' | 'isPastEnd'>

/** What stands where there are no rows. */
export interface None {
  icon: LucideIcon
  /** There are none at all: one sentence that teaches the gesture. */
  words: string
  /** The first thing to do then. */
  begin?: ReactNode
  /** There are some, and none of them is so: with it goes the way to all. */
  found?: string
}

/** Rows that somebody chose, of those on this page. */
export interface Chosen {
  ids: string[]
  choose: (ids: string[]) => void
  clear: () => void
}

export function useChosen({ rows }: ShownList<{ _id: string }>): Chosen {
  const [chosen, setChosen] = useState<string[]>([])
  return {
    // What has left the list meanwhile is chosen no more.
    ids: chosen.filter((id) => rows.data.some(({ _id }) => _id === id)),
    choose: setChosen,
    clear: () => setChosen([]),
  }
}

interface ListTableProps<Row> {
  /** Names the table. */
  label: string
  list: ShownList<Row>
  columns: Column<Row>[]
  none: None
  /** Several rows at once, and what can be done with them (web/app/bulk-act.ts). */
  chosen?: Chosen
  acts?: ReactNode
}

/** The table of a list: its page, order and filters stand in the address. */
export function ListTable<Row extends { _id: string }>({ label, list, columns, none, chosen, acts }: ListTableProps<Row>) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={list.rows.data}
      rowKey={({ _id }) => _id}
      total={list.rows.total}
      {...list.address.table}
      {...(chosen && { selected: chosen.ids, onSelect: chosen.choose, bulk: acts })}
      empty={<NoneHere list={list} none={none} />}
    />
  )
}

/** Why there are no rows, and the way on; for lists that are no table, in a Card. */
export function NoneHere({ list: { address, isFiltered, isPastEnd }, none }: { list: ShownList<unknown>; none: None }) {
  const { t } = useTranslation()
  if (isPastEnd)
    return <Nothing none={{ ...none, words: t('lists.pastEnd'), begin: <Way to={address.pageTo(1)}>{t('lists.firstPage')}</Way> }} />
  if (isFiltered && none.found !== undefined)
    return <Nothing none={{ ...none, words: none.found, begin: <Way to={address.allTo}>{t('lists.showAll')}</Way> }} />
  return <Nothing none={none} />
}

function Nothing({ none: { icon, words, begin } }: { none: None }) {
  return (
    <EmptyState look="bare" icon={icon} action={begin}>
      {words}
    </EmptyState>
  )
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Button rank="second" size="sm" to={to}>
      {children}
    </Button>
  )
}

/** The pages of a list that is no table. */
export function ListPages({ list: { address, rows } }: { list: ShownList<unknown> }) {
  return <Pagination current={address.state.current} pageSize={address.state.pageSize} total={rows.total} to={address.pageTo} />
}

interface WholeTableProps<Row> extends Pick<ListTableProps<Row>, 'label' | 'columns' | 'none'> {
  rows: Row[]
}

/** The table of a list that is never so long that it needs pages. */
export function WholeTable<Row extends { _id: string }>({ rows, none, ...table }: WholeTableProps<Row>) {
  return (
    <DataTable
      {...table}
      rows={rows}
      rowKey={({ _id }) => _id}
      state={{ current: 1, pageSize: rows.length, sortBy: '', sort: 'asc' }}
      total={rows.length}
      onState={() => {}}
      empty={<Nothing none={none} />}
    />
  )
}
