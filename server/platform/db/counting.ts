// How long a list is (contract/endpoint.ts, Page): exact to a bound, and told where it is reached, so that a page costs the same
// however long its list grows. A list that ends in the page asked for is not counted at all.
import { mostCounted } from '#contract/endpoint.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/platform/db/db.ts'

export interface Count {
  total: number
  totalIsCapped?: true
}

export const counted = (rows: number): Count => (rows > mostCounted ? { total: mostCounted, totalIsCapped: true } : { total: rows })

/** For one person's own: their list is as long as what they made, and its last page is to be reached. @param rows as in countUpTo */
export async function countAll(db: Db, rows: Sql): Promise<Count> {
  return db.one<Count>(sql`select count(*) as total from (${rows}) counted`)
}

/** @param rows a query of what is counted, without a limit of its own; in an order that an index has it is read no further than the bound */
export async function countUpTo(db: Db, rows: Sql): Promise<Count> {
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from (${rows} limit ${mostCounted + 1}) counted`)
  return counted(total)
}

/**
 * A page of a list that is counted whole with each page: one person's own, or staff's. Behind its end a page is empty, and the total what it was.
 * @param query of the rows, with the total among its columns and the window at its end
 */
export async function listed<Row>(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
  query: (total: Sql, window: Sql) => Sql,
): Promise<{ rows: Row[]; total: number }> {
  const read = (window: Sql) => db.many<Row & { total: number }>(query(sql`count(*) over () as total`, window))
  const rows = await read(sql`limit ${limit} offset ${offset}`)
  const [first] = rows.length === 0 && offset > 0 ? await read(sql`limit 1`) : rows
  return { rows, total: first?.total ?? 0 }
}

/**
 * A page and how long its list is. Behind its end a page is empty, and the total what it was.
 * @param read so many rows from here on: one more than the page is asked for
 * @param count asked only where the page does not show the end of the list
 */
export async function pageOf<Row>(
  { limit, offset }: { limit: number; offset: number },
  read: (window: { limit: number; offset: number }) => Promise<Row[]>,
  count: () => Promise<Count>,
): Promise<{ rows: Row[]; hasMore: boolean } & Count> {
  const rows = await read({ limit: limit + 1, offset })
  const hasMore = rows.length > limit
  const showsEnd = !hasMore && (rows.length > 0 || offset === 0)
  return {
    rows: rows.slice(0, limit),
    hasMore,
    ...(showsEnd && offset + rows.length <= mostCounted ? { total: offset + rows.length } : await count()),
  }
}
