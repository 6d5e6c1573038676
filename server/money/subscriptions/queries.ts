// One subscription: begun, lengthened, changed, ended. Whoever asks about many finds it in subscriber-queries.ts, what its renewal is at in renewal-queries.ts.
import { sql, type Tx } from '#server/platform/db/db.ts'
import type { PaidType } from '#server/money/offers/offers.ts'
import type { Period } from '#server/money/subscriptions/period-queries.ts'

export type Status = 'active' | 'cancelled' | 'expired' | 'past_due'
export type EndedReason = 'cancelled' | 'unpaid' | 'blocked' | 'performer_cancelled' | 'performer_left' | 'trial_over' | 'refunded'

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

/** Of `subscriptions.subscriptions`. */
export const columns = sql`
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
