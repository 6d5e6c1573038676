// What a payment by card becomes once its gateway has confirmed it: a first period, a further one, or, when neither can be had
// any more, tokens in the payer's wallet. It runs in the transaction that marks the payment as paid.
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as payments from '#server/money/payments/payments.ts'
import type { PaidType } from '#server/money/subscriptions/calendar.ts'
import { pairOf, write } from '#server/money/subscriptions/letters.ts'
import { addPeriod, begin, factOf } from '#server/money/subscriptions/paying.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import { cardFailed } from '#server/money/subscriptions/renewing.ts'
import { takenBack } from '#server/money/subscriptions/taken-back.ts'
import type {} from '#server/money/subscriptions/events.ts'

/** What a payment for a subscription carries. `subscriptionId` and `number` name the period that a renewal pays. */
export interface Order {
  performerId: string
  type: PaidType
  subscriptionId?: string
  number?: number
}

const orderOf = ({ detail }: payments.Transaction): Order => detail as unknown as Order

export const fulfilment: payments.Fulfilment = {
  async paid(tx, payment) {
    const { performerId, type, number } = orderOf(payment)
    const { accountId: fanId, amount: price, currency } = payment
    const terms = { fanId, performerId, type, price, currency }
    const means = { by: 'card', payment } as const
    const running = await queries.lockBetween(tx, fanId, performerId)
    const isWanted =
      (await mayMeet(tx, fanId, performerId)) &&
      (number === undefined ? !running || isOpen(running, tx.now) : awaits(running, orderOf(payment)))
    if (!isWanted) return giveTokens(tx, payment, performerId)
    if (running) await addPeriod(tx, running, terms, means)
    else await begin(tx, terms, means)
  },

  async failed(tx, payment) {
    const order = orderOf(payment)
    const running = await queries.lockBetween(tx, payment.accountId, order.performerId)
    if (running && awaits(running, order)) await cardFailed(tx, running)
  },

  takenBack,

  // The gateway renews by itself: it tells afterwards, and the further payment is for the next period.
  async renewed(tx, first) {
    const { performerId } = orderOf(first)
    const running = await queries.lockBetween(tx, first.accountId, performerId)
    if (!running || running.rebillsTransactionId === null || running.status === 'cancelled') return undefined
    return { performerId, type: running.renewsAs, subscriptionId: running.id, number: running.cycles + 1 } satisfies Order
  },

  async renewalFailed(tx, first) {
    const running = await queries.lockBetween(tx, first.accountId, orderOf(first).performerId)
    if (running && payments.renewsItself(running.gateway)) await cardFailed(tx, running)
  },

  async cancelled(tx, first) {
    const running = await queries.lockBetween(tx, first.accountId, orderOf(first).performerId)
    if (running?.status !== 'active' || !payments.renewsItself(running.gateway)) return
    await announce(tx, 'subscription.cancelled', factOf(await queries.cancel(tx, running.id)))
  },

  async usesOf(db, cardId) {
    const people = await accounts.people(db, await queries.renewingBy(db, cardId))
    return [...people.values()].map(({ name }) => name)
  },
}

/** True when more time may be bought: it is cancelled, not paid, over, or only a trial. Otherwise another payment is a duplicate. */
export function isOpen({ status, type, expiresAt }: Subscription, now: Date): boolean {
  return status !== 'active' || type === 'free' || expiresAt <= now
}

/** Still waiting for exactly this renewal: not cancelled, ended or paid in another way meanwhile. */
function awaits(running: Subscription | undefined, { subscriptionId, number }: Order): boolean {
  return running !== undefined && running.id === subscriptionId && running.status !== 'cancelled' && running.cycles + 1 === number
}

/** The performer is there and no block stands between the two. */
export async function mayMeet(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const performer = (await accounts.people(db, [performerId])).get(performerId)
  if (performer?.role !== 'performer' || performer.state !== 'active') return false
  return !(await blocks.blocksBetween(db, fanId, [performerId])).has(performerId)
}

async function giveTokens(tx: Tx, payment: payments.Transaction, performerId: string): Promise<void> {
  await write(tx, await pairOf(tx, { fanId: payment.accountId, performerId }), 'credited', { tokens: payment.tokens })
  await payments.credit(tx, payment)
}
