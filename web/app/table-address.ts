// Where a table is stands in the address: current, pageSize, sortBy, sort, and its filters beside them (specification.md section 9).
import { useEffect, useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { DataTableProps, TableState } from '#web/ui/DataTable.tsx'

const pageSizes = [20, 50, 100] as const

export type TableDefaults<Order extends string = string> = { sortBy: Order; sort: 'asc' | 'desc'; sortable: readonly Order[] }

/** What an address says of a table; nonsense falls back. */
export function tableFrom(params: URLSearchParams, { sortBy, sort, sortable }: TableDefaults): TableState {
  const current = Math.min(1000, Math.max(1, Math.trunc(Number(params.get('current'))) || 1))
  const pageSize = pageSizes.find((size) => String(size) === params.get('pageSize')) ?? 20
  const wanted = params.get('sortBy')
  const order = params.get('sort')
  return {
    current,
    pageSize,
    sortBy: wanted !== null && sortable.includes(wanted) ? wanted : sortBy,
    sort: order === 'asc' || order === 'desc' ? order : sort,
  }
}

/** The same as the calls want it. */
export function pagingOf({ current, pageSize }: TableState): { limit: number; offset: number } {
  return { limit: pageSize, offset: (current - 1) * pageSize }
}

export interface TableAddress {
  state: TableState
  params: URLSearchParams
  /** Its rows are being asked for anew, and not just for a blink. */
  waiting: boolean
  pageTo: (page: number) => string
  /** What a DataTable takes of it: spread it. */
  table: Pick<DataTableProps<never>, 'state' | 'onState' | 'pageTo' | 'waiting'>
  /** The address with this filter, on the first page; undefined takes the filter away. */
  filterTo: (filters: Readonly<Record<string, string | undefined>>) => string
  setFilters: (filters: Readonly<Record<string, string | undefined>>) => void
  /** Without any filter. */
  allTo: string
  /** The row that is opened beside the others. Where others are shown, none is. */
  opened: string | undefined
  openTo: (id: string) => string
  close: () => void
}

const opened = 'id'
const ofTheTable: readonly string[] = ['pageSize', 'sortBy', 'sort'] satisfies (keyof TableState)[]

export function useTableAddress(defaults: TableDefaults): TableAddress {
  const [params, setParams] = useSearchParams()
  const state = tableFrom(params, defaults)
  const waiting = useWaiting()
  const changed = (values: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
  const go = (next: URLSearchParams) => setParams(next, { preventScrollReset: true })
  const filtered = (filters: Readonly<Record<string, string | undefined>>) =>
    changed({ current: undefined, [opened]: undefined, ...filters })
  const pageTo = (page: number) => `?${changed({ current: String(page), [opened]: undefined })}`
  const onState = ({ current, pageSize, sortBy, sort }: TableState) =>
    go(changed({ current: String(current), pageSize: String(pageSize), sortBy, sort, [opened]: undefined }))
  return {
    state,
    params,
    waiting,
    pageTo,
    table: { state, onState, pageTo, waiting },
    filterTo: (filters) => `?${filtered(filters)}`,
    setFilters: (filters) => go(filtered(filters)),
    allTo: `?${new URLSearchParams([...params].filter(([name]) => ofTheTable.includes(name)))}`,
    opened: params.get(opened) ?? undefined,
    openTo: (id) => `?${changed({ [opened]: id })}`,
    close: () => go(changed({ [opened]: undefined })),
  }
}

/** True once this page's own address has been on its way for 200 ms: until then the old rows are the calmer picture. */
function useWaiting(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const going = state === 'loading' && location.pathname === pathname
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!going) return
    const timer = setTimeout(() => setLate(true), 200)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [going])
  return going && late
}
