import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { PaidType } from '#server/money/subscriptions/calendar.ts'

export type Status = 'active' | 'cancelled' | 'expired' | 'past_due'
export type EndedReason = 'cancelled' | 'unpaid' | 'blocked' | 'performer_cancelled' | 'performer_left' | 'trial_over'

/** `price` and `spent` are minor units of `currency`. */
export interface Subscription {
  id: string
  fanId: string
  performerId: string
  type: 'free' | PaidType
  renewsAs: PaidType
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
  anchoredPeriods: number
  expiresAt: Date
  renewsAt: Date | null
}

const columns = sql`
  id, fan_id as "fanId", performer_id as "performerId", type, renews_as as "renewsAs", status, gateway,
  rebills_transaction_id as "rebillsTransactionId", price, currency, had_trial as "hadTrial", cycles, spent, started_at as "startedAt",
  anchored_at as "anchoredAt", anchored_periods as "anchoredPeriods", expires_at as "expiresAt", renews_at as "renewsAt"`

export type New = Omit<Subscription, 'id' | 'status' | 'renewsAt'>

/** Undefined when another one of these two runs already: two tabs, one subscription. */
export function insert(tx: Tx, of: New): Promise<Subscription | undefined> {
  return tx.maybe<Subscription>(sql`
    insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, rebills_transaction_id, price, currency,
      had_trial, cycles, spent, started_at, anchored_at, anchored_periods, expires_at, renews_at)
    values (${of.fanId}, ${of.performerId}, ${of.type}, ${of.renewsAs}, 'active', ${of.gateway}, ${of.rebillsTransactionId}, ${of.price},
      ${of.currency}, ${of.hadTrial}, ${of.cycles}, ${of.spent}, ${of.startedAt}, ${of.anchoredAt}, ${of.anchoredPeriods}, ${of.expiresAt},
      ${of.expiresAt})
    on conflict do nothing
    returning ${columns}`)
}

/** A further period has been paid: everything that it sets. */
export type Advance = Pick<
  Subscription,
  | 'type'
  | 'renewsAs'
  | 'gateway'
  | 'rebillsTransactionId'
  | 'price'
  | 'currency'
  | 'cycles'
  | 'spent'
  | 'anchoredAt'
  | 'anchoredPeriods'
  | 'expiresAt'
>

export function advance(tx: Tx, id: string, to: Advance): Promise<Subscription> {
  return tx.one<Subscription>(sql`
    update subscriptions.subscriptions set status = 'active', type = ${to.type}, renews_as = ${to.renewsAs}, gateway = ${to.gateway},
      rebills_transaction_id = ${to.rebillsTransactionId}, price = ${to.price}, currency = ${to.currency}, cycles = ${to.cycles},
      spent = ${to.spent}, anchored_at = ${to.anchoredAt}, anchored_periods = ${to.anchoredPeriods}, expires_at = ${to.expiresAt},
      renews_at = ${to.expiresAt}
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

export function fallDue(tx: Tx, id: string, nextTry: Date): Promise<Subscription> {
  return tx.one<Subscription>(
    sql`update subscriptions.subscriptions set status = 'past_due', renews_at = ${nextTry} where id = ${id} returning ${columns}`,
  )
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

// Paid periods

export interface Period {
  subscriptionId: string
  number: number
  transferId: string
  price: number
  tokens: number
  byCard: boolean
  startsAt: Date
  endsAt: Date
}

export async function insertPeriod(tx: Tx, of: Period): Promise<void> {
  await tx.run(sql`
    insert into subscriptions.periods (subscription_id, number, transfer_id, price, tokens, by_card, starts_at, ends_at)
    values (${of.subscriptionId}, ${of.number}, ${of.transferId}, ${of.price}, ${of.tokens}, ${of.byCard}, ${of.startsAt}, ${of.endsAt})`)
}

/** Paid periods that still run or have not begun. */
export function unused(tx: Tx, subscriptionId: string): Promise<Period[]> {
  return tx.many<Period>(sql`
    select subscription_id as "subscriptionId", number, transfer_id as "transferId", price, tokens, by_card as "byCard",
      starts_at as "startsAt", ends_at as "endsAt"
    from subscriptions.periods where subscription_id = ${subscriptionId} and ends_at > ${tx.now} and refunded_at is null order by number`)
}

/** The period that this payment by card of a fan paid for. */
export function periodPaidBy(tx: Tx, fanId: string, paymentId: string): Promise<Period | undefined> {
  return tx.maybe<Period>(sql`
    select p.subscription_id as "subscriptionId", p.number, p.transfer_id as "transferId", p.price, p.tokens, p.by_card as "byCard",
      p.starts_at as "startsAt", p.ends_at as "endsAt"
    from subscriptions.subscriptions s
    join subscriptions.periods p on p.subscription_id = s.id and p.by_card
    join wallet.transfers t on t.id = p.transfer_id
    where s.fan_id = ${fanId} and t.detail ->> 'paymentId' = ${paymentId}`)
}

/** The period that this transfer paid for, while it runs and nothing of it was given back. */
export function standingPeriod(tx: Tx, transferId: string): Promise<Period | undefined> {
  return tx.maybe<Period>(sql`
    select subscription_id as "subscriptionId", number, transfer_id as "transferId", price, tokens, by_card as "byCard",
      starts_at as "startsAt", ends_at as "endsAt"
    from subscriptions.periods where transfer_id = ${transferId} and refunded_at is null`)
}

/** Performers to whom somebody's running subscription renews by this card. */
export async function renewingBy(db: Db, cardId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.performer_id as id from subscriptions.subscriptions s
    join payments.transactions t on t.id = s.rebills_transaction_id
    where t.card_id = ${cardId} and s.status in ('active', 'past_due')`)
  return rows.map(({ id }) => id)
}

export async function setRefunded(tx: Tx, { subscriptionId, number }: Period, tokens: number): Promise<void> {
  await tx.run(sql`
    update subscriptions.periods set refunded_tokens = ${tokens}, refunded_at = ${tx.now}
    where subscription_id = ${subscriptionId} and number = ${number}`)
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
  const others = filter.others ?? null
  const found = sql`${own(side)} = ${accountId} and (${status}::text is null or ${shownStatus(db)} = ${status})
    and (${others}::uuid[] is null or ${other(side)} = any(${others}::uuid[]))`
  const rows = await db.many<Subscription>(sql`
    select ${columns}, ${shownStatus(db)} as status from subscriptions.subscriptions where ${found}
    order by started_at desc, id desc limit ${filter.limit} offset ${filter.offset}`)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from subscriptions.subscriptions where ${found}`)
  return { rows, total }
}
