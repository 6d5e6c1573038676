// Who subscribes to whom. A subscription counts until its last paid moment, whatever was decided about its renewal.
import { sql, withinDays, type Days, type Db, type Sql } from '#server/platform/db/db.ts'
import { columns, type Status, type Subscription } from '#server/money/subscriptions/queries.ts'

/** Those that renew, at a price in this currency. */
export async function countRenewing(db: Db, currency: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from subscriptions.subscriptions where currency = ${currency} and status in ('active', 'past_due')`)
  return count
}

/** A query of the ids of all performers whose subscriber this fan is at this moment. */
export const subscribedIds = (db: Db, fanId: string): Sql => sql`
  select performer_id as id from subscriptions.subscriptions where fan_id = ${fanId} and status <> 'expired' and expires_at > ${db.now}`

/** A query of the ids of all who subscribe to this performer at this moment. */
export const subscriberIds = (db: Db, performerId: string): Sql => sql`
  select fan_id as id from subscriptions.subscriptions where performer_id = ${performerId} and status <> 'expired' and expires_at > ${db.now}`

/** A query of the ids of all who subscribed to this performer once and do not at this moment. */
export const formerSubscriberIds = (db: Db, performerId: string): Sql => sql`
  select distinct s.fan_id as id from subscriptions.subscriptions s
  where s.performer_id = ${performerId} and not ${isSubscribing(db, sql`s.fan_id`, sql`${performerId}`)}`

/** The condition that one ever subscribed to the other, for queries that have both. */
export const hasSubscribed = (fan: Sql, performer: Sql): Sql => sql`
  coalesce((select true from subscriptions.subscriptions where fan_id = ${fan} and performer_id = ${performer} limit 1), false)`

export async function performersOf(db: Db, fanId: string, among: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`${subscribedIds(db, fanId)} and performer_id = any(${among}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Those that do not renew and end before a moment that is near, soonest first. */
export function endingBefore(db: Db, until: Date): Promise<Pick<Subscription, 'id' | 'fanId' | 'performerId' | 'expiresAt'>[]> {
  return db.many<Pick<Subscription, 'id' | 'fanId' | 'performerId' | 'expiresAt'>>(sql`
    select id, fan_id as "fanId", performer_id as "performerId", expires_at as "expiresAt" from subscriptions.subscriptions
    where status = 'cancelled' and expires_at > ${db.now} and expires_at <= ${until} order by expires_at, id`)
}

/** The condition that one subscribes to the other at this moment, for queries that have both. */
export const isSubscribing = (db: Db, fan: Sql, performer: Sql): Sql => sql`
  coalesce((
    select true from subscriptions.subscriptions
    where fan_id = ${fan} and performer_id = ${performer} and status <> 'expired' and expires_at > ${db.now} limit 1), false)`

export async function fansOf(db: Db, performerId: string, among: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select fan_id as id from subscriptions.subscriptions
    where performer_id = ${performerId} and status <> 'expired' and expires_at > ${db.now} and fan_id = any(${among}::uuid[])`)
  return rows.map(({ id }) => id)
}

export async function counts(db: Db, performerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ id: string; count: number }>(sql`
    select performer_id as id, count(*) as count from subscriptions.subscriptions
    where performer_id = any(${performerIds}::uuid[]) and status <> 'expired' and expires_at > ${db.now} group by performer_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export function runningBetween(db: Db, fanId: string, performerIds: readonly string[]): Promise<Subscription[]> {
  return db.many<Subscription>(sql`
    select ${columns} from subscriptions.subscriptions
    where fan_id = ${fanId} and performer_id = any(${performerIds}::uuid[]) and status <> 'expired'`)
}

export type Side = 'fan' | 'performer'

/** Days are those on which it began. */
export interface Filter extends Days {
  sortBy?: 'startedAt' | 'expiredAt' | 'price' | undefined
  sort?: 'asc' | 'desc' | undefined
  status?: Status | undefined
  type?: Subscription['type'] | undefined
  /** Whose running time is of this tier. */
  tierId?: string | undefined
  /** Only with one of these people on the other side. */
  others?: readonly string[] | undefined
  limit: number
  offset: number
}

// A cancelled one is over at its last moment, not when the job has come round to it.
const shownStatus = (db: Db) => sql`case when status = 'cancelled' and expires_at <= ${db.now} then 'expired' else status end`
const own = (side: Side) => (side === 'fan' ? sql`fan_id` : sql`performer_id`)
const other = (side: Side) => (side === 'fan' ? sql`performer_id` : sql`fan_id`)

/** Everyone on the other side of somebody's subscriptions. */
export async function othersOf(db: Db, side: Side, accountId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    sql`select distinct ${other(side)} as id from subscriptions.subscriptions where ${own(side)} = ${accountId}`,
  )
  return rows.map(({ id }) => id)
}

/** Newest first. */
export async function list(db: Db, side: Side, accountId: string, filter: Filter): Promise<{ rows: Subscription[]; total: number }> {
  const status = filter.status ?? null
  const [others, type, tierId] = [filter.others ?? null, filter.type ?? null, filter.tierId ?? null]
  const found = sql`${own(side)} = ${accountId} and (${status}::text is null or ${shownStatus(db)} = ${status})
    and (${type}::text is null or type = ${type})
    and (${tierId}::uuid is null or exists (
      select 1 from subscriptions.periods p where p.subscription_id = subscriptions.id and p.tier_id = ${tierId}::uuid
        and p.starts_at <= ${db.now} and p.ends_at > ${db.now} and p.refunded_at is null))
    and (${others}::uuid[] is null or ${other(side)} = any(${others}::uuid[]))${withinDays(sql`started_at`, filter)}`
  const column = { startedAt: sql`started_at`, expiredAt: sql`expires_at`, price: sql`price` }[filter.sortBy ?? 'startedAt']
  const direction = filter.sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<Subscription>(sql`
    select ${columns}, ${shownStatus(db)} as status from subscriptions.subscriptions where ${found}
    order by ${column} ${direction}, id ${direction} limit ${filter.limit} offset ${filter.offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from subscriptions.subscriptions where ${found}`)
  return { rows, total }
}

export async function hadTrial(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from subscriptions.subscriptions where fan_id = ${fanId} and performer_id = ${performerId} and had_trial`)
  return found !== undefined
}

// Of an offer

/** How many subscribers' running time is of each of these tiers. */
export async function ofTiers(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ id: string; count: number }>(sql`
    select p.tier_id as id, count(distinct p.subscription_id) as count
    from subscriptions.periods p join subscriptions.subscriptions s on s.id = p.subscription_id
    where p.tier_id = any(${ids}::uuid[]) and p.starts_at <= ${db.now} and p.ends_at > ${db.now} and p.refunded_at is null
      and s.status <> 'expired'
    group by 1`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Whether this fan has ever paid this performer for a subscription and not been given all of it back. */
export async function hasPaid(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from subscriptions.subscriptions where fan_id = ${fanId} and performer_id = ${performerId} and spent > 0 limit 1`)
  return found !== undefined
}

/** What the tier of this fan's running time with each of these performers promises, where it has one. */
export function benefits(
  db: Db,
  fanId: string,
  performerIds: readonly string[],
): Promise<{ performerId: string; freeMessages: boolean }[]> {
  return db.many<{ performerId: string; freeMessages: boolean }>(sql`
    select distinct on (t.performer_id) t.performer_id as "performerId", t.free_messages as "freeMessages"
    from subscriptions.subscriptions s
      join subscriptions.periods p on p.subscription_id = s.id
      join offers.tiers t on t.id = p.tier_id
    where s.fan_id = ${fanId} and s.performer_id = any(${performerIds}::uuid[]) and s.status <> 'expired' and s.expires_at > ${db.now}
      and p.starts_at <= ${db.now} and p.ends_at > ${db.now} and p.refunded_at is null
    order by t.performer_id, p.number desc`)
}

/** What runs of somebody's, or for somebody. */
export async function runningOf(db: Db, side: 'fan' | 'performer', accountId: string): Promise<string[]> {
  const whose = side === 'fan' ? sql`fan_id` : sql`performer_id`
  const rows = await db.many<{ id: string }>(
    sql`select id from subscriptions.subscriptions where ${whose} = ${accountId} and status <> 'expired' order by id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * What would go back if all that runs for a performer ended now, in hundredths: to those who paid, and out of the performer's earnings, who had it less the
 * site's commission. Where a part went back before it is less.
 */
export function unusedOf(db: Db, performerId: string): Promise<{ tokens: number; ofEarnings: number }> {
  return db.one<{ tokens: number; ofEarnings: number }>(sql`
    select coalesce(sum(part.tokens), 0)::bigint as tokens, coalesce(sum(ceil(part.tokens * (t.amount - t.commission)::numeric / t.amount)), 0)::bigint as "ofEarnings"
    from subscriptions.subscriptions s
    join subscriptions.periods p on p.subscription_id = s.id and p.ends_at > ${db.now} and p.refunded_at is null
    join wallet.transfers t on t.id = p.transfer_id
    cross join lateral (
      select floor(p.tokens * extract(epoch from p.ends_at - greatest(p.starts_at, ${db.now}::timestamptz)) / extract(epoch from p.ends_at - p.starts_at)) as tokens) part
    where s.performer_id = ${performerId} and s.status <> 'expired'`)
}
