// A card's payment for a period that is gone again: refunded at the gateway, or taken back by a bank. The sale is reversed, and what
// it paid for is taken out. Of a period that was ended early, the tokens that came back are taken, and what was used is the rest of the
// sale: that is reversed, too (docs/adr/0008).
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { stopRenewing, type Transaction, type Undone, type Why } from '#server/money/payments/payments.ts'
import { paidFor, priceOfPart, stop } from '#server/money/subscriptions/ending.ts'
import { pairOf, tellPerformer, write } from '#server/money/subscriptions/letters.ts'
import { factOf } from '#server/money/subscriptions/paying.ts'
import * as periods from '#server/money/subscriptions/period-queries.ts'
import type { Period } from '#server/money/subscriptions/period-queries.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import type {} from '#server/money/subscriptions/events.ts'

/**
 * All that is left of it, and what it paid for ends; twice is once. Unused time that had come back as tokens goes too: it was bought with the
 * same money. Of a part only the same part of the sale goes, and the time stays: the creator gave it for less.
 */
export async function takenBack(tx: Tx, payment: Transaction, why: Why, part?: number): Promise<Undone[]> {
  const period = await periods.periodPaidBy(tx, payment.id)
  if (!period) return []
  const running = await queries.lock(tx, period.subscriptionId)
  const decided = { reason: why, by: null }
  const [returned] = await wallet.allUnreversed(tx, [`unused:${period.transferId}`])
  const fromReturned = Math.min(part ?? Infinity, returned?.left ?? 0)
  const undone: Undone[] = returned ? await wallet.takeBack(tx, returned.id, { ...decided, part: fromReturned }) : []
  const paid = await paidFor(tx, period)
  if (part !== undefined && part <= fromReturned) return undone
  const ofSale = part === undefined ? undefined : part - fromReturned
  const { already, amount } = await wallet.reverse(tx, period.transferId, { ...decided, ...(ofSale && { part: ofSale }) })
  if (already || !running) return undone
  if (part === undefined) await endUnpaid(tx, running, period, { paid, reason: 'unpaid' })
  else if (isCounted(running, period)) await queries.unspend(tx, running.id, paid - (await paidFor(tx, period)))
  return [...undone, { sellerId: running.performerId, title: payment.title, tokens: amount, isPart: part !== undefined }]
}

/**
 * Staff give a wallet's payment for a period back, whole, to whoever paid it; the time that it paid goes with it. What a card paid goes
 * back at its gateway.
 * @throws not_found, already_decided
 */
export async function refundPeriod(tx: Tx, transferId: string, why: { reason: string; by: string }) {
  const found = await periods.unrefundedPeriod(tx, transferId)
  if (!found || found.byCard) return refuse('not_found')
  const running = (await queries.lock(tx, found.subscriptionId)) ?? refuse('not_found')
  // Looked at again under the lock: it may have moved up, or come back in part, meanwhile.
  const period = await periods.unrefundedPeriod(tx, transferId)
  if (!period || period.back > 0) return refuse('already_decided')
  const paid = await paidFor(tx, period)
  const reversed = await wallet.reverse(tx, transferId, why)
  if (reversed.already) refuse('already_decided')
  const until = await endUnpaid(tx, running, period, { paid, reason: 'refunded' })
  const payer = await pairOf(tx, { fanId: period.giverId ?? running.fanId, performerId: running.performerId })
  await write(tx, payer, 'given_back', { tokens: reversed.amount, message: why.reason })
  if (period.giverId && until) await write(tx, await pairOf(tx, running), 'ended', { until })
  await tellPerformer(tx, payer, { tokens: reversed.amount })
  return reversed
}

/** A wallet's payment was reversed by somebody else than this slice: because its top-up is gone. */
export async function transferTakenBack(tx: Tx, transferId: string): Promise<void> {
  const period = await periods.unrefundedPeriod(tx, transferId)
  const running = period && (await queries.lock(tx, period.subscriptionId))
  if (running) await endUnpaid(tx, running, period, { paid: period.price - priceOfPart(period, period.back), reason: 'unpaid' })
}

/** Whether its price is among what the fan has spent: their own, in the currency that it is counted in. */
const isCounted = (running: Subscription, { giverId, currency }: Period) => giverId === null && currency === running.currency

/**
 * Answers when it ended, if it does with this.
 * @param why.paid what the period was counted for among what its fan has spent, until now
 */
async function endUnpaid(
  tx: Tx,
  running: Subscription,
  period: Period,
  { paid, reason }: { paid: number; reason: 'unpaid' | 'refunded' },
): Promise<Date | undefined> {
  await periods.setRefunded(tx, period, period.tokens)
  const isOwn = period.giverId === null
  if (isCounted(running, period)) await queries.unspend(tx, running.id, paid)
  // Time that came back before was taken out then.
  if (running.status === 'expired' || period.back > 0 || period.endsAt <= tx.now) return undefined
  // Whoever's money is gone does not go on being asked for more.
  if (isOwn && running.rebillsTransactionId) await stopRenewing(tx, running.rebillsTransactionId)
  if ((await periods.unused(tx, running.id)).length > 0) {
    await goOnWithout(tx, running, period)
    return undefined
  }
  const ended = await queries.end(tx, running.id, reason, 0)
  await announce(tx, 'subscription.ended', { ...factOf(ended), reason, refundedTokens: 0 })
  return ended.expiresAt
}

/** Only its own time is taken out: what else was paid, by whomever, moves up and stays. */
async function goOnWithout(tx: Tx, running: Subscription, period: Period): Promise<void> {
  const left = period.endsAt.getTime() - Math.max(tx.now.getTime(), period.startsAt.getTime())
  await announce(tx, 'subscription.changed', factOf(await queries.cutOut(tx, period, left)))
  if (period.giverId !== null || running.status === 'cancelled') return
  await stop(tx, running.id)
}
