// What becomes of a renewal or a change that a card was asked for, and of what gateways that renew by themselves tell.
import type { Tx } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as payments from '#server/money/payments/payments.ts'
import { beginAnew, mayBeginAnew } from '#server/money/renewals/changing.ts'
import { renewingBy } from '#server/money/renewals/queries.ts'
import { cardFailed } from '#server/money/renewals/renewing.ts'
import {
  addPeriod,
  isThere,
  lockBetween,
  mayMeet,
  orderOf,
  stop,
  type Above,
  type Means,
  type Order,
  type Subscription,
  type Terms,
} from '#server/money/subscriptions/subscriptions.ts'

export const fulfilling: Above['renewals'] = {
  async paid(tx, terms, means, order) {
    const running = await lockBetween(tx, terms.fanId, terms.performerId)
    // What a gateway had renewed before it was cancelled is time that does not renew: whoever closes has it, for if they come back.
    if (!order.isLast && !(await isThere(tx, terms.fanId))) return false
    if (!running || !(await mayMeet(tx, terms.fanId, terms.performerId)) || !(await isFor(tx, running, order))) return false
    if (order.changes) await beginAnew(tx, running, terms, means)
    else if (order.isLast) await addLast(tx, running, terms, means)
    else await addPeriod(tx, running, terms, means)
    return true
  },

  async failed(tx, payment, order) {
    // Days of grace count what the site asked by itself, and not how often the fan tries.
    if (order.changes || payment.retries) return
    const running = await lockBetween(tx, payment.accountId, order.performerId)
    if (running && awaits(running, order)) await cardFailed(tx, running)
  },

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
    if (running?.status === 'active') await stop(tx, running.id)
  },

  async usesOf(db, cardId) {
    const people = await accounts.people(db, await renewingBy(db, cardId))
    return [...people.values()].map(({ name }) => name)
  },
}

/**
 * What runs and is renewed by the agreement that this payment began. A gateway tells the end of an agreement that was left at the end of
 * its paid time, when another one may renew already.
 */
async function renewingUnder(tx: Tx, first: payments.Transaction): Promise<Subscription | undefined> {
  const running = await lockBetween(tx, first.accountId, orderOf(first).performerId)
  if (!running?.rebillsTransactionId || !payments.renewsItself(running.gateway)) return undefined
  const agreement = await payments.agreementOf(tx, running.rebillsTransactionId)
  return agreement !== undefined && agreement === first.agreement ? running : undefined
}

async function isFor(tx: Tx, running: Subscription, order: Order): Promise<boolean> {
  if (order.changes) return running.id === order.changes && (await mayBeginAnew(tx, running, order.type))
  return awaits(running, order)
}

/** Still waiting for exactly this renewal: not cancelled, ended or paid in another way meanwhile. */
function awaits(running: Subscription, { subscriptionId, number, isLast = false }: Order): boolean {
  if (running.id !== subscriptionId) return false
  return (running.status !== 'cancelled' || isLast) && running.cycles + 1 === number
}

/** Renewed before it was cancelled, and heard afterwards: the time is added where the last one ends, and it stays cancelled. */
async function addLast(tx: Tx, running: Subscription, terms: Terms, means: Means): Promise<void> {
  await addPeriod(tx, { ...running, status: running.status === 'cancelled' ? 'active' : running.status }, terms, means)
  await stop(tx, running.id)
}
