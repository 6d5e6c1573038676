// Paying a period: the first one, a renewal, or the extension of one that runs. The money and the time are one transaction.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { priceInTokens } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import type { Transaction } from '#server/money/payments/payments.ts'
import { endOfPeriod, type PaidType } from '#server/money/subscriptions/calendar.ts'
import { pairOf, write, type Pair } from '#server/money/subscriptions/letters.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import { current } from '#server/site/settings/settings.ts'
import type {} from '#server/money/subscriptions/events.ts'

/** What the fan agreed to. `price` is minor units of `currency`. */
export interface Terms {
  fanId: string
  performerId: string
  type: PaidType
  price: number
  currency: string
}

/** A card's payment has happened already; the wallet's happens here. */
export type Means = { by: 'wallet' } | { by: 'card'; payment: Transaction }

export function factOf({ id, fanId, performerId, expiresAt }: Subscription) {
  return { subscriptionId: id, fanId, performerId, expiresAt: expiresAt.toISOString() }
}

/** Begins a subscription with its first paid period. @throws already_subscribed, and those of wallet.charge */
export async function begin(tx: Tx, terms: Terms, means: Means): Promise<Subscription> {
  const { type, price } = terms
  const begun = await queries.insert(tx, {
    ...terms,
    ...paidBy(means),
    renewsAs: type,
    hadTrial: false,
    cycles: 1,
    spent: price,
    startedAt: tx.now,
    anchoredAt: tx.now,
    anchoredPeriods: 1,
    expiresAt: endOfPeriod(tx.now, type, 1),
  })
  if (!begun) return refuse('already_subscribed')
  const pair = await pairOf(tx, terms)
  await announce(tx, 'subscription.started', { ...factOf(begun), isTrial: false })
  const tokens = await pay(tx, begun, { ...terms, startsAt: tx.now }, means, pair)
  await write(tx, pair, 'started', { price, currency: terms.currency, tokens, until: begun.expiresAt })
  return begun
}

/** How late a renewal may be and still continue without a gap: longer than that, the fan would pay for time without access. */
const seamlessMs = 24 * 3_600_000

/**
 * Adds a paid period to a subscription. Time that runs is kept: the period begins where it ends. A lapsed one begins now.
 * The caller holds the row's lock.
 * @throws those of wallet.charge
 */
export async function addPeriod(tx: Tx, running: Subscription, terms: Terms, means: Means): Promise<Subscription> {
  const { type, price, currency } = terms
  const isLate = running.status === 'past_due' || tx.now.getTime() - running.expiresAt.getTime() > seamlessMs
  const startsAt = isLate || (running.status === 'cancelled' && running.expiresAt < tx.now) ? tx.now : running.expiresAt
  const goesOn = startsAt === running.expiresAt && running.type === type
  const anchoredAt = goesOn ? running.anchoredAt : startsAt
  const anchoredPeriods = goesOn ? running.anchoredPeriods + 1 : 1
  const advanced = await queries.advance(tx, running.id, {
    type,
    renewsAs: type,
    price,
    currency,
    ...paidBy(means),
    cycles: running.cycles + 1,
    spent: running.spent + price,
    anchoredAt,
    anchoredPeriods,
    expiresAt: endOfPeriod(anchoredAt, type, anchoredPeriods),
  })
  await announce(tx, 'subscription.renewed', factOf(advanced))
  const pair = await pairOf(tx, terms)
  const tokens = await pay(tx, advanced, { ...terms, startsAt }, means, pair)
  await write(tx, pair, 'renewed', { price, currency, tokens, until: advanced.expiresAt })
  return advanced
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
  { startsAt, ...terms }: Terms & { startsAt: Date },
  means: Means,
  pair: Pair,
): Promise<number> {
  const { price, type } = terms
  const name = `subscription:${id}:${cycles}`
  const tokens = means.by === 'card' ? means.payment.tokens : await tokensFor(tx, price)
  const sale = {
    buyer: terms.fanId,
    creator: terms.performerId,
    amount: tokens,
    kind: 'subscription',
    reference: name,
    key: name,
    title: titleOf(pair, type),
    detail: { subscriptionId: id, type, ...(means.by === 'card' && { paymentId: means.payment.id }) },
  }
  const { transferId } = means.by === 'card' ? await earnings.sellByCard(tx, sale) : await earnings.sell(tx, sale)
  await queries.insertPeriod(tx, {
    subscriptionId: id,
    number: cycles,
    transferId,
    price,
    tokens,
    byCard: means.by === 'card',
    startsAt,
    endsAt: expiresAt,
  })
  return tokens
}

export function titleOf({ performer, language }: Pair, type: PaidType): string {
  return say(language, `subscriptions.title.${type}`, { performer: performer.name })
}

/** ceil(price / rate) to 0.01 token, at the rate of now (calls.md, units). */
export async function tokensFor(tx: Tx, price: number): Promise<number> {
  return priceInTokens(price, (await current(tx)).tokenConversionRate)
}
