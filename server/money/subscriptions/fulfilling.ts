// What a payment by card becomes once its gateway has confirmed it: a first period, a further one, or, when neither can be had
// any more, tokens in the payer's wallet. It runs in the transaction that marks the payment as paid.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as payments from '#server/money/payments/payments.ts'
import { isOpen, mayMeet } from '#server/money/subscriptions/meeting.ts'
import { pairOf, write } from '#server/money/subscriptions/letters.ts'
import { beginAnew, mayBeginAnew } from '#server/money/subscriptions/changing.ts'
import { deliver } from '#server/money/subscriptions/gifts.ts'
import type { Order } from '#server/money/subscriptions/orders.ts'
import { addPeriod, begin, factOf, type Means, type Terms } from '#server/money/subscriptions/paying.ts'
import * as promotions from '#server/money/subscriptions/promotions.ts'
import * as dues from '#server/money/subscriptions/due-queries.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import { cardFailed } from '#server/money/subscriptions/renewing.ts'
import { takenBack } from '#server/money/subscriptions/taken-back.ts'
import type {} from '#server/money/subscriptions/events.ts'

const orderOf = ({ detail }: payments.Transaction): Order => detail as unknown as Order

export function termsOfPayment(payment: payments.Transaction): Terms {
  const { performerId, type, tierId = null, fullPrice = payment.amount, promotionId = null } = orderOf(payment)
  const { accountId: fanId, amount: price, currency } = payment
  return { fanId, performerId, type, tierId, price, fullPrice, promotionId, currency }
}

export const fulfilment: payments.Fulfilment = {
  async paid(tx, payment) {
    const order = orderOf(payment)
    const terms = termsOfPayment(payment)
    const means = { by: 'card', payment } as const
    if (order.gift) {
      const isGiven = await deliver(tx, { ...order.gift, giverId: payment.accountId }, terms, means)
      return isGiven ? undefined : giveTokens(tx, payment, order.performerId)
    }
    const running = await queries.lockBetween(tx, payment.accountId, order.performerId)
    const isWanted = (await mayMeet(tx, payment.accountId, order.performerId)) && (await isFor(tx, running, order))
    const isAtThisPrice = isWanted && (!order.promotionId || (await promotions.confirm(tx, order.promotionId, payment.accountId)))
    if (!isAtThisPrice) return giveTokens(tx, payment, order.performerId)
    if (!running) await begin(tx, terms, means)
    else if (order.changes) await beginAnew(tx, running, terms, means)
    else if (order.isLast) await addLast(tx, running, terms, means)
    else await addPeriod(tx, running, terms, means)
  },

  async failed(tx, payment) {
    const order = orderOf(payment)
    if (order.promotionId) await promotions.letGo(tx, order.promotionId, payment.accountId, payment.id)
    // Days of grace count what the site asked by itself, and not how often the fan tries.
    if (order.gift || order.changes || payment.retries) return
    const running = await queries.lockBetween(tx, payment.accountId, order.performerId)
    if (running && awaits(running, order)) await cardFailed(tx, running)
  },

  takenBack,

  // The gateway renews by itself: it tells afterwards, and the further payment is for the next period.
  async renewed(tx, first, isLast) {
    const { performerId } = orderOf(first)
    const running = await renewingUnder(tx, first)
    if (!running || (running.status === 'cancelled' && !isLast)) return undefined
    const { id: subscriptionId, renewsAs: type, tierId, cycles } = running
    return { performerId, type, ...(tierId && { tierId }), subscriptionId, number: cycles + 1, ...(isLast && { isLast }) } satisfies Order
  },

  async renewalFailed(tx, first) {
    const running = await renewingUnder(tx, first)
    if (running && running.status !== 'cancelled') await cardFailed(tx, running)
  },

  async cancelled(tx, first) {
    const running = await renewingUnder(tx, first)
    if (running?.status !== 'active') return
    await announce(tx, 'subscription.cancelled', factOf(await queries.cancel(tx, running.id)))
  },

  async usesOf(db, cardId) {
    const people = await accounts.people(db, await dues.renewingBy(db, cardId))
    return [...people.values()].map(({ name }) => name)
  },
}

/**
 * What runs and is renewed by the agreement that this payment began. A gateway tells the end of an agreement that was left at the end of
 * its paid time, when another one may renew already.
 */
async function renewingUnder(tx: Tx, first: payments.Transaction): Promise<Subscription | undefined> {
  const running = await queries.lockBetween(tx, first.accountId, orderOf(first).performerId)
  if (!running?.rebillsTransactionId || !payments.renewsItself(running.gateway)) return undefined
  const agreement = await payments.agreementOf(tx, running.rebillsTransactionId)
  return agreement !== undefined && agreement === first.agreement ? running : undefined
}

async function isFor(tx: Tx, running: Subscription | undefined, order: Order): Promise<boolean> {
  if (order.changes) return running?.id === order.changes && (await mayBeginAnew(tx, running, order.type))
  if (order.number !== undefined) return awaits(running, order)
  return !running || isOpen(running, tx.now)
}

/** Still waiting for exactly this renewal: not cancelled, ended or paid in another way meanwhile. */
function awaits(running: Subscription | undefined, { subscriptionId, number, isLast = false }: Order): boolean {
  if (running?.id !== subscriptionId || running === undefined) return false
  return (running.status !== 'cancelled' || isLast) && running.cycles + 1 === number
}

/** Renewed before it was cancelled, and heard afterwards: the time is added where the last one ends, and it stays cancelled. */
async function addLast(tx: Tx, running: Subscription, terms: Terms, means: Means): Promise<void> {
  await addPeriod(tx, { ...running, status: running.status === 'cancelled' ? 'active' : running.status }, terms, means)
  await announce(tx, 'subscription.cancelled', factOf(await queries.cancel(tx, running.id)))
}

async function giveTokens(tx: Tx, payment: payments.Transaction, performerId: string): Promise<void> {
  // A gateway that renews by itself would go on collecting for it.
  await payments.stopRenewing(tx, payment.id)
  await write(tx, await pairOf(tx, { fanId: payment.accountId, performerId }), 'credited', {
    tokens: payment.tokens,
    paymentId: payment.id,
  })
  await payments.credit(tx, payment)
}
