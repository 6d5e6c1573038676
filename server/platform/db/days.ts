import sql, { empty, type Sql } from 'sql-template-tag'

/** Whole days, UTC, both included (calls.md, conventions): 2026-01-31. */
export interface Days {
  fromDate?: string | undefined
  toDate?: string | undefined
}

const dayMs = 86_400_000

/** As a further condition on a column of instants. */
export function withinDays(column: Sql, { fromDate, toDate }: Days): Sql {
  const since = fromDate === undefined ? empty : sql` and ${column} >= ${new Date(fromDate)}`
  const until = toDate === undefined ? empty : sql` and ${column} < ${new Date(Date.parse(toDate) + dayMs)}`
  return sql`${since}${until}`
}
