// Paying a period: the first one, a renewal, an extension of one that runs, or a gift. The money and the time are one transaction.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { priceInTokens } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { renewsItself, type Transaction } from '#server/money/payments/payments.ts'
import { monthPriceOf, type PaidType } from '#server/money/offers/offers.ts'
import { monthsIn } from '#server/money/subscriptions/calendar.ts'
import { pairOf, write, type Pair } from '#server/money/subscriptions/letters.ts'
import { nextStart, timeAfter, timeFrom } from '#server/money/subscriptions/paid-time.ts'
import * as periods from '#server/money/subscriptions/period-queries.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import type {} from '#server/money/subscriptions/events.ts'

/** What the fan agreed to. Prices are minor units of `currency`. */
export interface Terms {
  fanId: string
  performerId: string
  type: PaidType
  tierId: string | null
  /** Of this period. */
  price: number
  /** What it renews at: more than `price` where a promotion lowered that. */
  fullPrice: number
  promotionId: string | null
  currency: string
}

/** A card's payment has happened already; the wallet's happens here. */
export type Means = { by: 'wallet' } | { by: 'card'; payment: Transaction }

/** The payment by card, which a letter confirms. */
export const paymentIn = (means: Means) => (means.by === 'card' ? means.payment.id : undefined)

export function factOf({ id, fanId, performerId, expiresAt }: Subscription) {
  return { subscriptionId: id, fanId, performerId, expiresAt: expiresAt.toISOString() }
}

/** Begins a subscription with its first paid period. @throws already_subscribed, and those of wallet.charge */
export async function begin(tx: Tx, terms: Terms, means: Means): Promise<Subscription> {
  const { fanId, performerId, type, tierId, price, fullPrice, currency } = terms
  const begun = await queries.insert(tx, {
    fanId,
    performerId,
    type,
    tierId,
    currency,
    ...paidBy(means),
    status: isOnce(terms, means) ? 'cancelled' : 'active',
    renewsAs: type,
    price: fullPrice,
    hadTrial: false,
    cycles: 1,
    spent: price,
    startedAt: tx.now,
    ...timeFrom(tx.now, type),
  })
  if (!begun) return refuse('already_subscribed')
  const pair = await pairOf(tx, terms)
  await announce(tx, 'subscription.started', { ...factOf(begun), isTrial: false })
  const tokens = await pay(tx, begun, { ...terms, startsAt: tx.now }, means, pair)
  const occasion = isOnce(terms, means) ? 'started_once' : fullPrice > price ? 'started_lower' : 'started'
  await write(tx, pair, occasion, { price, fullPrice, currency, tokens, until: begun.expiresAt, paymentId: paymentIn(means) })
  return begun
}

/** A gateway that renews by itself cannot go over to the full price: a lowered period is sold there once (orders.ts), and ends. */
function isOnce({ price, fullPrice }: Terms, means: Means): boolean {
  return means.by === 'card' && fullPrice > price && renewsItself(means.payment.gateway)
}

/**
 * Adds a paid period to a subscription. Time that runs is kept: the period begins where it ends. A lapsed one begins now.
 * The caller holds the row's lock.
 * @param startsAt for one that begins at once, because unused time was given back
 * @throws those of wallet.charge
 */
export async function addPeriod(
  tx: Tx,
  running: Subscription,
  terms: Terms,
  means: Means,
  startsAt = nextStart(running, tx.now),
): Promise<Subscription> {
  const { type, tierId, price, fullPrice, currency } = terms
  const advanced = await (isOnce(terms, means) ? queries.advanceOnce : queries.advance)(tx, running.id, {
    type,
    tierId,
    currency,
    renewsAs: type,
    price: fullPrice,
    ...paidBy(means),
    cycles: running.cycles + 1,
    // Sums of two currencies are not added up.
    spent: (running.currency === currency ? running.spent : 0) + price,
    ...timeAfter(running, startsAt, type),
  })
  await announce(tx, 'subscription.renewed', factOf(advanced))
  const pair = await pairOf(tx, terms)
  const tokens = await pay(tx, advanced, { ...terms, startsAt }, means, pair)
  const occasion = isOnce(terms, means) ? 'started_once' : fullPrice > price ? 'started_lower' : 'renewed'
  await write(tx, pair, occasion, { price, fullPrice, currency, tokens, until: advanced.expiresAt, paymentId: paymentIn(means) })
  return advanced
}

/**
 * Adds a period that somebody else pays for: it changes until when, and nothing that was agreed about renewing. Without a running
 * subscription it begins one that does not renew. The caller holds the row's lock, if there is one.
 */
export async function addGift(
  tx: Tx,
  running: Subscription | undefined,
  terms: Terms,
  means: Means,
  giverId: string,
): Promise<{ subscription: Subscription; startsAt: Date; tokens: number }> {
  const startsAt = running ? nextStart(running, tx.now) : tx.now
  const extended = running
    ? await queries.lengthen(tx, running.id, { cycles: running.cycles + 1, ...timeAfter(running, startsAt, terms.type) })
    : await beginGift(tx, terms)
  if (running) await announce(tx, 'subscription.renewed', factOf(extended))
  else await announce(tx, 'subscription.started', { ...factOf(extended), isTrial: false })
  const pair = await pairOf(tx, { fanId: giverId, performerId: terms.performerId })
  const tokens = await pay(tx, extended, { ...terms, startsAt, giverId }, means, pair)
  return { subscription: extended, startsAt, tokens }
}

async function beginGift(tx: Tx, { fanId, performerId, type, tierId, fullPrice: price, currency }: Terms): Promise<Subscription> {
  const begun = await queries.insert(tx, {
    fanId,
    performerId,
    type,
    tierId,
    price,
    currency,
    renewsAs: type,
    status: 'cancelled',
    gateway: 'gift',
    rebillsTransactionId: null,
    hadTrial: false,
    cycles: 1,
    spent: 0,
    startedAt: tx.now,
    ...timeFrom(tx.now, type),
  })
  return begun ?? refuse('already_subscribed')
}

function paidBy(means: Means): Pick<Subscription, 'gateway' | 'rebillsTransactionId'> {
  return means.by === 'wallet'
    ? { gateway: 'wallet', rebillsTransactionId: null }
    : { gateway: means.payment.gateway, rebillsTransactionId: means.payment.id }
}

/** Moves the money of the latest period. Its key is the period's number, so that no renewal can ever be charged twice. */
async function pay(
  tx: Tx,
  { id, cycles, expiresAt }: Subscription,
  { startsAt, giverId = null, ...terms }: Terms & { startsAt: Date; giverId?: string | null },
  means: Means,
  pair: Pair,
): Promise<number> {
  const { price, currency, type, tierId, promotionId } = terms
  const name = `subscription:${id}:${cycles}`
  const tokens = means.by === 'card' ? means.payment.tokens : await tokensFor(tx, terms)
  const sale = {
    buyer: giverId ?? terms.fanId,
    creator: terms.performerId,
    amount: tokens,
    kind: 'subscription',
    reference: name,
    key: name,
    title: titleOf(pair, giverId ? 'gift' : type),
    detail: {
      subscriptionId: id,
      type,
      ...(tierId && { tierId }),
      ...(promotionId && { promotionId }),
      ...(giverId && { isGift: true }),
      ...(means.by === 'card' && { paymentId: means.payment.id }),
    },
  }
  const { transferId } = means.by === 'card' ? await earnings.sellByCard(tx, sale) : await earnings.sell(tx, sale)
  await periods.insertPeriod(tx, {
    subscriptionId: id,
    number: cycles,
    transferId,
    price,
    currency,
    monthPrice: await monthPriceOf(tx, terms, { price, months: monthsIn[type] }),
    tokens,
    tierId,
    promotionId,
    giverId,
    startsAt,
    byCard: means.by === 'card',
    transactionId: means.by === 'card' ? means.payment.id : null,
    endsAt: expiresAt,
  })
  return tokens
}

export function titleOf({ performer, language }: Pair, type: PaidType | 'gift'): string {
  return say(language, `subscriptions.title.${type}`, { performer: performer.name })
}

/**
 * ceil(price / rate) to 0.01 token, at the rate of now (calls.md, units).
 * @throws not_for_sale for another currency than the rate is of
 */
export async function tokensFor(tx: Tx, { price, currency }: Pick<Terms, 'price' | 'currency'>): Promise<number> {
  const { tokenConversionRate, currency: ofSite } = await current(tx)
  if (currency !== ofSite) refuse('not_for_sale')
  return priceInTokens(price, tokenConversionRate)
}
