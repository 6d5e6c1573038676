/**
 * Subscriptions of a fan to a performer: for 1, 3, 6 or 12 months from the wallet or by card, or a trial for nothing, once.
 * Promises: one runs for a fan and a performer at a time; every paid period is one payment in the ledger, made once; time that was
 * paid for stays until its last moment, or comes back in tokens when somebody else ends it.
 * Leaves to others: what is sold at which price (offers), the next period and another plan (renewals), time for somebody else (gifts), the
 * ledger (earnings, wallet), gateways (payments), what a subscription opens (access).
 */
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { priceOf, promotions, type PaidType } from '#server/money/offers/offers.ts'
import * as payments from '#server/money/payments/payments.ts'
import { endEarly, stop } from '#server/money/subscriptions/ending.ts'
import { pairOf, write } from '#server/money/subscriptions/letters.ts'
import { isOpen, mayMeet } from '#server/money/subscriptions/meeting.ts'
import { payByCard, type Paying } from '#server/money/subscriptions/orders.ts'
import { addPeriod, begin, factOf } from '#server/money/subscriptions/paying.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import { hadTrial, runningOf } from '#server/money/subscriptions/subscriber-queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import type {} from '#server/money/subscriptions/events.ts'

export { fulfilment, type Above, type Ordered } from '#server/money/subscriptions/fulfilling.ts'
export type { Status, Subscription } from '#server/money/subscriptions/queries.ts'

export {
  activeBetween,
  benefitsOf,
  bought,
  countsFor,
  isActive,
  list,
  othersOf,
  runningBetween,
  subscribersAmong,
} from '#server/money/subscriptions/subscribers.ts'
export {
  countRenewing,
  endingBefore,
  formerSubscriberIds,
  hasSubscribed,
  isSubscribing,
  runningOf,
  subscribedIds,
  subscriberIds,
  unusedOf,
} from '#server/money/subscriptions/subscriber-queries.ts'
export { refundPeriod } from '#server/money/subscriptions/taken-back.ts'

// For the slices that stand on it (renewals, gifts): a row and its lock, paid time, an order by card, and the letter.
export { monthsIn, monthsOf } from '#server/money/subscriptions/calendar.ts'
export { giveBackUnused, runOut, stop } from '#server/money/subscriptions/ending.ts'
export { pairOf, write } from '#server/money/subscriptions/letters.ts'
export { isThere, mayMeet } from '#server/money/subscriptions/meeting.ts'
export { orderOf, payByCard, type Order, type Paying } from '#server/money/subscriptions/orders.ts'
export {
  addGift,
  addPeriod,
  factOf,
  paymentIn,
  titleOf,
  tokensFor,
  type Means,
  type Terms,
} from '#server/money/subscriptions/paying.ts'
export { fansOf, performersOf } from '#server/money/subscriptions/people.ts'
export { runningPeriods, unused } from '#server/money/subscriptions/period-queries.ts'
export { lock, lockBetween } from '#server/money/subscriptions/queries.ts'
export * as renewal from '#server/money/subscriptions/renewal-queries.ts'
export { outcomeOf, payingBy, shown, shownOne } from '#server/money/subscriptions/shown.ts'

export interface Wanted extends Paying {
  performerId: string
  type: 'free' | PaidType
  tierId?: string | null | undefined
  promotionId?: string | null | undefined
}

export type Subscribed = { status: 'succeeded'; subscription: Subscription } | payments.Outcome

/**
 * Subscribes (calls.md sections 0 and 10). From the wallet and for a trial it runs at once; by card when the gateway says so.
 * @param country where the fan calls from, for the performer's own country list
 * @throws account_inactive, not_found, already_subscribed, no_free_subscription, free_subscription_used, birth_date_required, not_enough_tokens,
 * wallet_frozen, performers_cannot_buy, cannot_pay_yourself, own_account, price_changed {price}, gateway_unavailable, not_for_sale, promotion_over,
 * promotion_used_up, promotion_not_for_you
 */
export async function subscribe(
  tx: Tx,
  fan: Pick<Member, 'accountId' | 'role' | 'isAdult'>,
  country: string | undefined,
  { performerId, type, tierId = null, promotionId = null, ...paying }: Wanted,
): Promise<Subscribed> {
  const fanId = fan.accountId
  if (fanId === performerId) refuse('cannot_pay_yourself')
  await accounts.refuseOwn(tx, fanId, performerId)
  if (!(await mayMeet(tx, fanId, performerId))) refuse('not_found')
  if ((await blocks.isHidden(tx, fanId, country, [performerId])).has(performerId)) refuse('not_found')
  if (fan.role === 'performer') refuse('performers_cannot_buy')
  // Nobody pays for what the age gate would go on hiding from them.
  if (!fan.isAdult) refuse('birth_date_required')
  // Holds the account until the commit: closing it comes before, or finds this subscription and cancels it.
  if ((await accounts.lock(tx, fanId))?.state !== 'active') refuse('account_inactive')
  const running = await queries.lockBetween(tx, fanId, performerId)
  if (type === 'free') return { status: 'succeeded', subscription: await tryOut(tx, { fanId, performerId }, running) }

  if (running && !isOpen(running, tx.now)) refuse('already_subscribed')
  const { currency } = await current(tx)
  const fullPrice = await priceOf(tx, type, { performerId, tierId, currency })
  const price = promotionId ? await promotions.take(tx, promotionId, { fanId, performerId, type, tierId, price: fullPrice }) : fullPrice
  if (paying.expectedPrice !== undefined && paying.expectedPrice !== price) refuse('price_changed', { price: fromHundredths(price) })
  const terms = { fanId, performerId, type, tierId, price, fullPrice, promotionId, currency }
  if (paying.gateway !== 'wallet') {
    const outcome = await payByCard(tx, terms, { payerId: fanId, pair: await pairOf(tx, terms), paying })
    if (promotionId) await promotions.reserveFor(tx, promotionId, fanId, outcome.transactionId)
    return outcome
  }
  const means = { by: 'wallet' } as const
  return { status: 'succeeded', subscription: await (running ? addPeriod(tx, running, terms, means) : begin(tx, terms, means)) }
}

const dayMs = 86_400_000

/**
 * A trial: where site and performer offer it, once for these two ever. It renews as a monthly one, by what the fan chooses meanwhile; else
 * by their default card, else from the wallet.
 */
async function tryOut(tx: Tx, pair: { fanId: string; performerId: string }, running: Subscription | undefined): Promise<Subscription> {
  if (await hadTrial(tx, pair.fanId, pair.performerId)) refuse('free_subscription_used')
  if (running) refuse('already_subscribed')
  const profile = (await profiles.find(tx, pair.performerId)) ?? refuse('not_found')
  const { freeSubscriptionEnabled, freeSubscriptionDuration, currency } = await current(tx)
  if (!freeSubscriptionEnabled || !profile.hasFreeTrial) refuse('no_free_subscription')
  const price = await priceOf(tx, 'monthly', { performerId: pair.performerId, tierId: null, currency })
  const begun = await queries.insert(tx, {
    ...pair,
    type: 'free',
    renewsAs: 'monthly',
    tierId: null,
    status: 'active',
    gateway: 'free',
    rebillsTransactionId: null,
    price,
    currency,
    hadTrial: true,
    cycles: 0,
    spent: 0,
    startedAt: tx.now,
    anchoredAt: tx.now,
    anchoredMonths: 0,
    expiresAt: new Date(tx.now.getTime() + freeSubscriptionDuration * dayMs),
  })
  if (!begun) return refuse('already_subscribed')
  await announce(tx, 'subscription.started', { ...factOf(begun), isTrial: true })
  await write(tx, await pairOf(tx, pair), 'trial', { price: begun.price, currency, until: begun.expiresAt })
  return begun
}

/**
 * The fan or staff: it does not renew, and runs to its last paid moment. The performer: it ends now, and unused time goes back in
 * tokens. Twice is once.
 * @throws not_found for anybody else
 */
export async function cancel(tx: Tx, by: Pick<Member, 'accountId' | 'role'>, id: string): Promise<Subscription> {
  const running = (await queries.lock(tx, id)) ?? refuse('not_found')
  const isPerformer = running.performerId === by.accountId
  if (!isPerformer && running.fanId !== by.accountId && by.role !== 'staff') refuse('not_found')
  if (running.status === 'expired') return running
  if (by.role === 'staff')
    await record(tx, { actorId: by.accountId, action: 'subscriptions.cancelled', subject: { kind: 'subscription', id } })
  if (isPerformer) return endEarly(tx, running, 'performer_cancelled', by.accountId)
  if (running.status === 'cancelled') return running
  if (running.rebillsTransactionId) await payments.stopRenewing(tx, running.rebillsTransactionId)
  return stop(tx, id)
}

/** Whoever pays leaves: nothing of theirs renews, and what a gateway renews by itself is stopped there. Twice is once. */
export async function cancelAllOf(tx: Tx, fan: Pick<Member, 'accountId' | 'role'>): Promise<void> {
  for (const id of await runningOf(tx, 'fan', fan.accountId)) await cancel(tx, fan, id)
}

/**
 * Takes a cancellation back while its time runs. @throws not_found for anybody but the fan and staff, subscription_over, gift_does_not_renew
 */
export async function reactivate(tx: Tx, by: Pick<Member, 'accountId' | 'role'>, id: string): Promise<Subscription> {
  const running = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (running.fanId !== by.accountId && by.role !== 'staff') refuse('not_found')
  if (running.status === 'active') return running
  if (running.status === 'cancelled' && running.gateway === 'gift') refuse('gift_does_not_renew')
  // A gateway that renews by itself has been told to stop, and does not begin again without the fan.
  if (running.status !== 'cancelled' || running.expiresAt <= tx.now || payments.renewsItself(running.gateway)) refuse('subscription_over')
  if (by.role === 'staff')
    await record(tx, { actorId: by.accountId, action: 'subscriptions.reactivated', subject: { kind: 'subscription', id } })
  const active = await queries.reactivate(tx, id)
  await announce(tx, 'subscription.reactivated', factOf(active))
  return active
}

/** Ends what runs between two people, whoever of them is the fan: unused time goes back in tokens (calls.md section 6). */
export async function endBetween(tx: Tx, one: string, other: string, by: string): Promise<void> {
  for (const [fanId, performerId] of [
    [one, other],
    [other, one],
  ] as const) {
    const running = await queries.lockBetween(tx, fanId, performerId)
    if (running) await endEarly(tx, running, 'blocked', by)
  }
}
