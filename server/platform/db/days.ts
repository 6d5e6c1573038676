import { startOfDay } from '#contract/zoned-time.ts'
import sql, { empty, type Sql } from 'sql-template-tag'

/** Whole days, both included (calls.md, conventions): 2026-01-31, where `timeZone` is; UTC where that is not said. */
export interface Days {
  fromDate?: string | undefined
  toDate?: string | undefined
  timeZone?: string | undefined
}

const dayMs = 86_400_000

/** The instants between which they lie; `until` is the first that is not in them. */
export function instantsOf({ fromDate, toDate, timeZone = 'UTC' }: Days): { from?: Date; until?: Date } {
  const start = (ms: number) => {
    // Nothing of anybody's lies so early or so late, and zones have no agreed clock there: those days begin where UTC has them begin.
    const day = new Date(ms)
    const isFarAway = day.getUTCFullYear() < 1900 || day.getUTCFullYear() > 9998
    return timeZone === 'UTC' || isFarAway ? day : new Date(startOfDay(day.toISOString().slice(0, 10), timeZone) ?? ms)
  }
  return {
    ...(fromDate !== undefined && { from: start(Date.parse(fromDate)) }),
    ...(toDate !== undefined && { until: start(Date.parse(toDate) + dayMs) }),
  }
}

/** As a further condition on a column of instants. */
export function withinDays(column: Sql, days: Days): Sql {
  const { from, until } = instantsOf(days)
  return sql`${from ? sql` and ${column} >= ${from}` : empty}${until ? sql` and ${column} < ${until}` : empty}`
}
