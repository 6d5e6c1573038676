// Months of a creator's side of the ledger, read where they stand, as earnings does.
import { listed, sql, type Db } from '#server/platform/db/db.ts'

export interface MonthSums {
  /** 2026-10, UTC. */
  month: string
  count: number
  gross: number
  commission: number
  /** Each line's day is closed. */
  isProved: boolean
}

export interface Which {
  creatorId: string
  /** One month alone. */
  month?: string | undefined
  limit: number
  offset: number
}

/** Newest first. */
export async function months(db: Db, { creatorId, month, limit, offset }: Which): Promise<{ rows: MonthSums[]; total: number }> {
  return await listed<MonthSums>(
    db,
    { limit, offset },
    (total, window) => sql`
    -- Nobody need look at each line of years.
    with done as (select closed from proofs.progress),
    lines as (
      select to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month, t.sign, t.amount, t.commission, t.number, t.id
      from wallet.transfers t
      where t.payee = (select id from wallet.accounts where owner_id = ${creatorId} and kind = 'earnings')
        and (${month ?? null}::text is null or (t.created_at >= ${firstOf(month)} and t.created_at < ${endOf(month)}))
    )
    select month, count(*) as count, sum(sign * amount)::bigint as gross, sum(sign * commission)::bigint as commission,
      bool_and(case when number <= done.closed then true
        else exists (select from proofs.links l join proofs.roots r on r.day = l.day where l.transfer = lines.id) end) as "isProved",
      ${total}
    from lines, done
    group by month
    order by month desc
    ${window}`,
  )
}

/** The first closed day that a line of this month stands in. */
export async function firstDay(db: Db, creatorId: string, month: string): Promise<string | undefined> {
  const { day } = await db.one<{ day: string | null }>(sql`
    select min(l.day)::text as day
    from wallet.transfers t join proofs.links l on l.transfer = t.id
    where t.payee = (select id from wallet.accounts where owner_id = ${creatorId} and kind = 'earnings')
      and t.created_at >= ${firstOf(month)} and t.created_at < ${endOf(month)}`)
  return day ?? undefined
}

export const firstOf = (month: string | undefined): Date | null => (month === undefined ? null : new Date(`${month}-01T00:00:00Z`))

/** The first instant after it. */
export function endOf(month: string | undefined): Date | null {
  const first = firstOf(month)
  return first && new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1))
}
