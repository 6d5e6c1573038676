// A list of studio or office, described once: who may read it, what its address may say, what is asked. It gives the page its loader, and
// useList what the page draws: with ListTable.tsx where it is a table.
import type { LoaderFunctionArgs } from 'react-router'
import { type Query, load, useLoaded } from '#web/app/query.ts'
import { pagingOf, type TableAddress, type TableDefaults, tableFrom, useTableAddress } from '#web/app/table-address.ts'

/** A filter in the address: one of these words, or any words up to so many letters. Nonsense is no filter. */
type Filter = readonly string[] | { letters: number }
type Filters = Readonly<Record<string, Filter>>
type ValueOf<F> = F extends readonly (infer Value)[] ? Value : string

/** What the address says, as the row wants it; a list without columns to sort by has an order of its own. */
type Asked<Says extends Filters, Order extends string> = { limit: number; offset: number } & {
  -readonly [Name in keyof Says]?: ValueOf<Says[Name]>
} & ([Order] extends [never] ? unknown : { sortBy: Order; sort: 'asc' | 'desc' })

interface Rows<Row> {
  data: Row[]
  total: number
}

interface Description<Says extends Filters, Order extends string, Answer> {
  /** Sends everybody else away: requireStaff, requirePerformer. */
  who: (args: LoaderFunctionArgs) => unknown
  says?: Says
  order?: TableDefaults<Order>
  asks: (asked: Asked<Says, Order>) => Query<Answer>
}

interface Loaded<A, Answer> {
  asked: A
  rows: Answer
}

export interface Listing<A, Answer> {
  loader: (args: LoaderFunctionArgs) => Promise<Loaded<A, Answer>>
  asks: (asked: A) => Query<Answer>
  order: TableDefaults
  filters: readonly string[]
}

export function listing<const Says extends Filters = Record<never, never>, const Order extends string = never, Answer = never>({
  who,
  says,
  order,
  asks,
}: Description<Says, Order, Answer>): Listing<Asked<Says, Order>, Answer> {
  const table: TableDefaults = order ?? { sortBy: '', sort: 'desc', sortable: [] }
  return {
    asks,
    order: table,
    filters: Object.keys(says ?? {}),
    async loader(args) {
      who(args)
      const params = new URL(args.request.url).searchParams
      const state = tableFrom(params, table)
      const said = Object.entries(says ?? {}).map(([name, filter]) => [name, valueOf(filter, params.get(name))] as const)
      const asked = {
        ...pagingOf(state),
        ...(order && { sortBy: state.sortBy, sort: state.sort }),
        ...Object.fromEntries(said.filter(([, value]) => value)),
      } as Asked<Says, Order>
      return { asked, rows: await load(args, asks(asked)) }
    },
  }
}

function valueOf(filter: Filter, text: string | null): string | undefined {
  return 'letters' in filter ? text?.slice(0, filter.letters) : filter.find((each) => each === text)
}

/** A list as it stands in front of somebody. */
export interface List<A, Answer> {
  asked: A
  rows: Answer
  address: TableAddress
  isFiltered: boolean
  /** There are rows, before this page. */
  isPastEnd: boolean
}

/** @param loaded what the loader brought; the rows are kept fresh from then on */
export function useList<A extends object, Answer extends Rows<unknown>>(
  { asks, order, filters }: Listing<A, Answer>,
  loaded: Loaded<A, Answer>,
): List<A, Answer> {
  const address = useTableAddress(order)
  const rows = useLoaded(asks(loaded.asked), loaded.rows)
  return {
    asked: loaded.asked,
    rows,
    address,
    isFiltered: filters.some((name) => name in loaded.asked),
    isPastEnd: rows.data.length === 0 && address.state.current > 1,
  }
}
