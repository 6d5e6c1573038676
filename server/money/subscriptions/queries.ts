import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { PaidType } from '#server/money/subscriptions/calendar.ts'
import type { Period } from '#server/money/subscriptions/period-queries.ts'

export type Status = 'active' | 'cancelled' | 'expired' | 'past_due'
export type EndedReason = 'cancelled' | 'unpaid' | 'blocked' | 'performer_cancelled' | 'performer_left' | 'trial_over'

/** `price` and `spent` are minor units of `currency`. */
export interface Subscription {
  id: string
  fanId: string
  performerId: string
  type: 'free' | PaidType
  renewsAs: PaidType
  /** The tier that it renews as; null: none. */
  tierId: string | null
  status: Status
  gateway: string
  rebillsTransactionId: string | null
  price: number
  currency: string
  hadTrial: boolean
  cycles: number
  spent: number
  startedAt: Date
  anchoredAt: Date
  anchoredMonths: number
  expiresAt: Date
  renewsAt: Date | null
  tries: number
  /** A kept card that the fan has chosen for the next renewal. */
  cardId: string | null
}

const columns = sql`
  id, fan_id as "fanId", performer_id as "performerId", type, renews_as as "renewsAs", tier_id as "tierId",
  status, gateway,
  rebills_transaction_id as "rebillsTransactionId", price, currency, had_trial as "hadTrial", cycles, spent, started_at as "startedAt",
  anchored_at as "anchoredAt", anchored_months as "anchoredMonths", expires_at as "expiresAt", renews_at as "renewsAt", tries,
  card_id as "cardId"`

export type New = Omit<Subscription, 'id' | 'renewsAt' | 'tries' | 'cardId'> & { status: 'active' | 'cancelled' }

/** Undefined when another one of these two runs already: two tabs, one subscription. */
export function insert(tx: Tx, of: New): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`
    insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, tier_id, status, gateway, rebills_transaction_id, price,
      currency, had_trial, cycles, spent, started_at, anchored_at, anchored_months, expires_at, renews_at)
    values (${of.fanId}, ${of.performerId}, ${of.type}, ${of.renewsAs}, ${of.tierId}, ${of.status}, ${of.gateway}, ${of.rebillsTransactionId},
      ${of.price}, ${of.currency}, ${of.hadTrial}, ${of.cycles}, ${of.spent}, ${of.startedAt}, ${of.anchoredAt}, ${of.anchoredMonths},
      ${of.expiresAt}, ${of.status === 'active' ? of.expiresAt : null})
    on conflict do nothing
    returning ${columns}`)
}

/** A further period has been paid: everything that it sets. */
export type Advance = Pick<
  Subscription,
  | 'type'
  | 'renewsAs'
  | 'tierId'
  | 'gateway'
  | 'rebillsTransactionId'
  | 'price'
  | 'currency'
  | 'cycles'
  | 'spent'
  | 'anchoredAt'
  | 'anchoredMonths'
  | 'expiresAt'
>

export function advance(tx: Tx, id: string, to: Advance): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set status = 'active', type = ${to.type}, renews_as = ${to.renewsAs}, tier_id = ${to.tierId},
      gateway = ${to.gateway}, rebills_transaction_id = ${to.rebillsTransactionId}, price = ${to.price}, currency = ${to.currency},
      cycles = ${to.cycles}, spent = ${to.spent}, anchored_at = ${to.anchoredAt}, anchored_months = ${to.anchoredMonths},
      expires_at = ${to.expiresAt}, renews_at = ${to.expiresAt}, tries = 0, told_price = null, card_id = null
    where id = ${id} returning ${columns}`)
}

/** The same for one that does not renew. */
export async function advanceOnce(tx: Tx, id: string, to: Advance): Promise<Subscription> {
  await advance(tx, id, to)
  return cancel(tx, id)
}

/** Time that somebody gave: it ends later, and all that was agreed about renewing stays. One that was not paid runs again. */
export function lengthen(
  tx: Tx,
  id: string,
  to: Pick<Subscription, 'cycles' | 'anchoredAt' | 'anchoredMonths' | 'expiresAt'>,
): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set status = case status when 'past_due' then 'active' else status end, cycles = ${to.cycles},
      anchored_at = ${to.anchoredAt}, anchored_months = ${to.anchoredMonths}, expires_at = ${to.expiresAt},
      renews_at = case when renews_at is null then null else ${to.expiresAt}::timestamptz end, tries = 0
    where id = ${id} returning ${columns}`)
}

/** By what its next period is paid. One whose time is over, and so waits for its payment, is asked for it at once. */
export function setPaying(tx: Tx, id: string, to: Pick<Subscription, 'gateway' | 'cardId'>): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set gateway = ${to.gateway}, card_id = ${to.cardId}, rebills_transaction_id = null,
      renews_at = case when status = 'past_due' or (renews_at is not null and expires_at <= ${tx.now}) then ${tx.now}::timestamptz else renews_at end
    where id = ${id} returning ${columns}`)
}

/** What it renews as, from its next period on. */
export function setRenewal(tx: Tx, id: string, to: Pick<Subscription, 'renewsAs' | 'tierId' | 'price'>): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set renews_as = ${to.renewsAs}, tier_id = ${to.tierId}, price = ${to.price}, told_price = null
    where id = ${id} returning ${columns}`)
}

export function cancel(tx: Tx, id: string): Promise<Subscription> {
  return tx.one<Subscription>(
    sql`update subscriptions.subscriptions set status = 'cancelled', renews_at = null where id = ${id} returning ${columns}`,
  )
}

export function reactivate(tx: Tx, id: string): Promise<Subscription> {
  return tx.one<Subscription>(
    sql`update subscriptions.subscriptions set status = 'active', renews_at = expires_at where id = ${id} returning ${columns}`,
  )
}

/** @param tries how often its card was declined */
export function fallDue(tx: Tx, id: string, nextTry: Date, tries: number): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set status = 'past_due', renews_at = ${nextTry}, tries = ${tries} where id = ${id} returning ${columns}`)
}

/** Its renewal is under way: nothing is to be done before then. */
export async function lookAgain(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`update subscriptions.subscriptions set renews_at = ${at} where id = ${id}`)
}

/** @param unspent minor units of what was given back */
export function end(tx: Tx, id: string, reason: EndedReason, unspent: number): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions
    set status = 'expired', ended_reason = ${reason}, renews_at = null, expires_at = least(expires_at, ${tx.now}), spent = spent - ${unspent}
    where id = ${id} returning ${columns}`)
}

/** Locked: whoever renews, cancels, extends or ends it takes turns. */
export function lock(tx: Tx, id: string): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`select ${columns} from subscriptions.subscriptions where id = ${id} for update`)
}

export function lockBetween(tx: Tx, fanId: string, performerId: string): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`
    select ${columns} from subscriptions.subscriptions
    where fan_id = ${fanId} and performer_id = ${performerId} and status <> 'expired' for update`)
}

export async function hadTrial(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from subscriptions.subscriptions where fan_id = ${fanId} and performer_id = ${performerId} and had_trial`)
  return found !== undefined
}

// What is due

export async function due(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where renews_at <= ${before} order by renews_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Cancelled ones whose time is over. */
export async function ranOut(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where status = 'cancelled' and expires_at <= ${db.now} order by expires_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Those of a fan that wait for tokens. */
export async function waitingForTokens(db: Db, fanId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions where fan_id = ${fanId} and status = 'past_due' and gateway = 'wallet' order by expires_at, id`)
  return rows.map(({ id }) => id)
}

/** Performers to whom somebody's running subscription renews by this card. */
export async function renewingBy(db: Db, cardId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.performer_id as id from subscriptions.subscriptions s
    join payments.transactions t on t.id = s.rebills_transaction_id
    where t.card_id = ${cardId} and s.status in ('active', 'past_due') and s.card_id is null
    union
    select performer_id from subscriptions.subscriptions where card_id = ${cardId} and status in ('active', 'past_due')`)
  return rows.map(({ id }) => id)
}

/** What a period cost is not theirs any more: its money is gone. */
export async function unspend(tx: Tx, id: string, price: number): Promise<void> {
  await tx.run(sql`update subscriptions.subscriptions set spent = spent - ${price} where id = ${id}`)
}

/** Takes a period out of the middle: what comes after it moves up. */
export async function cutOut(tx: Tx, { subscriptionId, number }: Period, ms: number): Promise<Subscription> {
  await tx.run(sql`
    update subscriptions.periods set starts_at = starts_at - ${ms} * interval '1 millisecond', ends_at = ends_at - ${ms} * interval '1 millisecond'
    where subscription_id = ${subscriptionId} and number > ${number} and refunded_at is null`)
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set expires_at = expires_at - ${ms} * interval '1 millisecond',
      renews_at = case when renews_at is null then null else expires_at - ${ms} * interval '1 millisecond' end
    where id = ${subscriptionId} returning ${columns}`)
}

// Questions. A subscription counts until its last paid moment, whatever was decided about its renewal.

export async function performersOf(db: Db, fanId: string, among: readonly string[] | null): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select performer_id as id from subscriptions.subscriptions
    where fan_id = ${fanId} and status <> 'expired' and expires_at > ${db.now} and (${among}::uuid[] is null or performer_id = any(${among}::uuid[]))`)
  return rows.map(({ id }) => id)
}

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

export interface Filter {
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
    and (${others}::uuid[] is null or ${other(side)} = any(${others}::uuid[]))`
  const rows = await db.many<Subscription>(sql`
    select ${columns}, ${shownStatus(db)} as status from subscriptions.subscriptions where ${found}
    order by started_at desc, id desc limit ${filter.limit} offset ${filter.offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from subscriptions.subscriptions where ${found}`)
  return { rows, total }
}

// What is to be told before it happens

/** Trials that turn into a paid one before then and began early enough to be reminded of it. */
export async function trialsToTell(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from subscriptions.subscriptions
    where type = 'free' and status = 'active' and renews_at <= ${before} and expires_at > ${db.now} and reminded_at is null
      and expires_at > started_at + interval '25 hours'
    order by renews_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** False when it was told already. */
export async function setReminded(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update subscriptions.subscriptions set reminded_at = ${tx.now} where id = ${id} and reminded_at is null`)) > 0
}

export type Renewing = Pick<Subscription, 'id' | 'performerId' | 'renewsAs' | 'tierId' | 'price'> & { toldPrice: number | null }

/** Paid ones that renew before then. */
export function renewingBefore(db: Db, before: Date, limit: number): Promise<Renewing[]> {
  return db.many<Renewing>(sql`
    select id, performer_id as "performerId", renews_as as "renewsAs", tier_id as "tierId", price, told_price as "toldPrice"
    from subscriptions.subscriptions
    where renews_at > ${db.now} and renews_at <= ${before} and status = 'active' and type <> 'free' order by renews_at limit ${limit}`)
}

/** False when it was told already. */
export async function setToldPrice(tx: Tx, id: string, price: number): Promise<boolean> {
  return (
    (await tx.run(sql`
      update subscriptions.subscriptions set told_price = ${price} where id = ${id} and told_price is distinct from ${price}`)) > 0
  )
}
