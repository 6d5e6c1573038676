// The creator's side of the ledger's transfers, read where they stand: a second copy could disagree. Nothing is written here.
import type { SourceType } from '#contract/money/earnings.ts'
import { listed, sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { stillToCome } from '#server/money/earnings/still-to-come.ts'

export const earningsOf = (creatorId: string) => sql`(select id from wallet.accounts where owner_id = ${creatorId} and kind = 'earnings')`

export interface Day {
  /** 2026-01-31, UTC. */
  day: string
  gross: number
  commission: number
  net: number
}

export interface DayAndKind extends Omit<Day, 'net'> {
  kind: string
  /** Net of what is on hold. */
  pending: number
  /** Net of what no payout has paid. */
  unpaid: number
}

export function byDayAndKind(
  db: Db,
  creatorId: string,
  {
    from,
    until,
    timeZone,
    kind,
    clearedUntil,
  }: { from: Date; until: Date; timeZone: string; kind: string | undefined; clearedUntil: Date },
): Promise<DayAndKind[]> {
  return db.many(sql`
    select (t.created_at at time zone ${timeZone})::date as day, t.kind::text as kind, sum(t.sign * t.amount)::bigint as gross,
      sum(t.sign * t.commission)::bigint as commission,
      coalesce(sum(t.sign * (t.amount - t.commission)) filter (where t.created_at > ${clearedUntil} or t.reference in (${stillToCome(db, creatorId)})), 0)::bigint as pending,
      coalesce(sum(t.sign * (t.amount - t.commission)) filter (where case
        -- What was never taken back is by far the most, and looked at without asking each payout.
        when t.sign = 1 and t.reversed_by is null then last.through_id is null or (t.created_at, t.id) > (last.through_at, last.through_id)
        else earnings.paid_by(${creatorId}, t) is null end), 0)::bigint as unpaid
    from wallet.transfers t
    left join (
      select through_at, through_id from earnings.covers where creator_id = ${creatorId} order by done_at desc, payout_id desc limit 1
    ) last on true
    where t.payee = ${earningsOf(creatorId)} and t.created_at >= ${from} and t.created_at < ${until}
      and (${kind ?? null}::text is null or t.kind = ${kind ?? null})
    group by 1, 2
    order by 1, 2`)
}

export interface Spent {
  amount: number
  purchases: number
  firstAt: Date | null
  lastAt: Date | null
}

/** What somebody spent on a creator and did not get back; but for tips without a name, and what is held yet. */
export function spent(db: Db, creatorId: string, fanId: string): Promise<Spent> {
  return db.one<Spent>(sql`
    select coalesce(sum(t.amount), 0)::bigint as amount, count(*)::integer as purchases, min(t.created_at) as "firstAt", max(t.created_at) as "lastAt"
    from wallet.transfers t
    where t.payee = ${earningsOf(creatorId)} and t.paid_by = ${fanId} and t.sign = 1 and t.reversed_by is null
      and t.detail -> 'isAnonymous' is distinct from 'true'`)
}

/** A query of everybody who spent on a creator, and how much, reckoned as in `spent`. */
export const spenders = (creatorId: string): Sql => sql`
  select t.paid_by as id, sum(t.amount)::bigint as amount from wallet.transfers t
  where t.payee = ${earningsOf(creatorId)} and t.paid_by is not null and t.sign = 1 and t.reversed_by is null
    and t.detail -> 'isAnonymous' is distinct from 'true'
  group by t.paid_by`

/** The same of these people alone; who spent nothing is left out. */
export function spentAmong(db: Db, creatorId: string, fanIds: readonly string[]): Promise<{ id: string; amount: number }[]> {
  return db.many<{ id: string; amount: number }>(sql`
    select s.id, s.amount from (${spenders(creatorId)}) as s where s.id = any(${fanIds}::uuid[])`)
}

/** A query of the ids of all who spent so much on a creator since then, reckoned as in `spent`. */
export const spenderIds = (creatorId: string, { atLeast, since }: { atLeast: number; since: Date | undefined }): Sql => sql`
  select t.paid_by as id from wallet.transfers t
  where t.payee = ${earningsOf(creatorId)} and t.paid_by is not null and t.sign = 1 and t.reversed_by is null
    and t.detail -> 'isAnonymous' is distinct from 'true' and (${since ?? null}::timestamptz is null or t.created_at >= ${since ?? null})
  group by t.paid_by having sum(t.amount) >= ${atLeast}`

/**
 * What these people spent on a creator, and how many did so for the first time ever, by day; reckoned as in `spent`.
 * @param among a query of ids
 */
export function spentByDay(
  db: Db,
  creatorId: string,
  among: Sql,
  { from, until, timeZone }: { from: Date; until: Date; timeZone: string },
): Promise<{ day: string; amount: number; newBuyers: number }[]> {
  return db.many(sql`
    with bought as (
      select t.amount, t.created_at, row_number() over (partition by t.paid_by order by t.created_at, t.id) = 1 as is_first
      from (${among}) as who join wallet.transfers t on t.payee = ${earningsOf(creatorId)} and t.paid_by = who.id
      where t.sign = 1 and t.reversed_by is null and t.detail -> 'isAnonymous' is distinct from 'true' and t.created_at < ${until})
    select (created_at at time zone ${timeZone})::date as day, sum(amount)::bigint as amount, (count(*) filter (where is_first))::integer as "newBuyers"
    from bought where created_at >= ${from}
    group by 1`)
}

/** The condition that one ever spent something on the other and said who they are, for queries that have both. */
export const hasSpent = (fan: Sql, creator: Sql): Sql => sql`
  coalesce((
    select true from wallet.transfers t
    where t.payee = (select id from wallet.accounts where owner_id = ${creator} and kind = 'earnings') and t.paid_by = ${fan} and t.sign = 1 and t.reversed_by is null
      and t.detail -> 'isAnonymous' is distinct from 'true' limit 1), false)`

export interface SaleFilter {
  kind?: string | undefined
  /** Finds titles that contain it. */
  text?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  sortBy?: 'createdAt' | 'grossPrice' | 'netPrice' | undefined
  oldestFirst?: boolean
  limit: number
  offset: number
}

export interface Sale {
  transferId: string
  kind: SourceType
  title: string
  buyerId: string | null
  isAnonymous: boolean
  message: string
  /** Of a tip: the post that it was given for. */
  feedId: string | null
  /** 1, or -1 for what was taken back. */
  sign: 1 | -1
  gross: number
  commission: number
  /** Of the sale that it takes back, in part or whole; else its own. */
  saleGross: number
  saleCommission: number
  isReversed: boolean
  /** Of what was taken back. */
  reversalReason: 'refund' | 'chargeback' | null
  /** The payout that paid it, or by which what was taken back has been made good. */
  payoutId: string | null
  at: Date
}

const columns = { createdAt: sql`t.created_at`, grossPrice: sql`t.sign * t.amount`, netPrice: sql`t.sign * (t.amount - t.commission)` }

/** `o` is the sale that `t` takes back, or a part of it. */
export const ofTheSale = sql`left join wallet.transfers o on t.sign = -1 and o.id = (select up.sale from wallet.taken_up_to(t.id) up)`

export const saleColumns = (creatorId: string) => sql`
  t.id as "transferId", t.kind::text as kind, t.title, t.paid_by as "buyerId", t.sign::int as sign, t.amount as gross, t.commission,
  coalesce(o.amount, t.amount) as "saleGross", coalesce(o.commission, t.commission) as "saleCommission",
  coalesce(o.detail, t.detail) -> 'isAnonymous' is not distinct from 'true' as "isAnonymous",
  coalesce(coalesce(o.detail, t.detail) ->> 'message', '') as message,
  case when t.kind = 'tip' then coalesce(o.detail, t.detail) ->> 'feedId' end as "feedId",
  case when t.sign = -1 then case t.detail ->> 'reason' when 'chargeback' then 'chargeback' else 'refund' end end as "reversalReason",
  t.sign = 1 and t.reversed_by is not null as "isReversed", earnings.paid_by(${creatorId}, t) as "payoutId", t.created_at as at`

/** How many sales to these people a bank took back. */
export async function countChargedBack(db: Db, creatorId: string, buyerIds: readonly string[]): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from wallet.transfers t
    where t.payee = ${earningsOf(creatorId)} and t.sign = -1 and t.paid_by = any(${buyerIds}::uuid[]) and t.detail ->> 'reason' = 'chargeback'`)
  return count
}

export async function sales(db: Db, creatorId: string, filter: SaleFilter): Promise<{ sales: Sale[]; total: number }> {
  const direction = filter.oldestFirst ? sql`asc` : sql`desc`
  const { rows, total: all } = await listed<Sale>(
    db,
    filter,
    (total, window) => sql`
    select ${saleColumns(creatorId)}, ${total}
    from wallet.transfers t
    ${ofTheSale}
    where t.payee = ${earningsOf(creatorId)}
      and (${filter.kind ?? null}::text is null or t.kind = ${filter.kind ?? null})
      and (${filter.text ?? null}::text is null or position(lower(${filter.text ?? null}) in lower(t.title)) > 0)
      and (${filter.from ?? null}::timestamptz is null or t.created_at >= ${filter.from ?? null})
      and (${filter.until ?? null}::timestamptz is null or t.created_at < ${filter.until ?? null})
    order by ${columns[filter.sortBy ?? 'createdAt']} ${direction}, t.id ${direction}
    ${window}`,
  )
  return { sales: rows, total: all }
}
