// How a subscription ends: it runs out, or it is ended early and unused time goes back to the fan in tokens.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { say } from '#server/platform/words/words.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { stopRenewing } from '#server/money/payments/payments.ts'
import { monthsBegun } from '#server/money/subscriptions/calendar.ts'
import { pairOf, write, type Pair } from '#server/money/subscriptions/letters.ts'
import { factOf } from '#server/money/subscriptions/paying.ts'
import * as periods from '#server/money/subscriptions/period-queries.ts'
import type { Period } from '#server/money/subscriptions/period-queries.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import type { EndedReason, Subscription } from '#server/money/subscriptions/queries.ts'
import type {} from '#server/money/subscriptions/events.ts'

/** It does not renew any more, and runs to its last paid moment. The caller holds the row's lock. */
export async function stop(tx: Tx, id: string): Promise<Subscription> {
  const cancelled = await queries.cancel(tx, id)
  await announce(tx, 'subscription.cancelled', factOf(cancelled))
  return cancelled
}

/** It has run out, or was not paid. Nothing comes back. The caller holds the row's lock. */
export async function runOut(
  tx: Tx,
  running: Subscription,
  reason: Exclude<EndedReason, 'blocked' | 'performer_cancelled'>,
): Promise<Subscription> {
  // One that was cancelled was told so then.
  if (running.status !== 'cancelled' && running.rebillsTransactionId) await stopRenewing(tx, running.rebillsTransactionId)
  const ended = await queries.end(tx, running.id, reason, 0)
  await announce(tx, 'subscription.ended', { ...factOf(ended), reason, refundedTokens: 0 })
  await write(tx, await pairOf(tx, ended), 'ended', { until: ended.expiresAt })
  return ended
}

/**
 * Ends it now and pays unused time back in tokens, from the creator's earnings and the site's commission alike (calls.md section 6): by the day;
 * but where the fan decided it, by months that have begun, or a year's price would be had for a month and a block (docs/adr/0008).
 * The caller holds the row's lock.
 * @param by whose decision it was
 */
export async function endEarly(
  tx: Tx,
  running: Subscription,
  reason: 'blocked' | 'performer_cancelled',
  by: string | null,
): Promise<Subscription> {
  const pair = await pairOf(tx, running)
  if (running.rebillsTransactionId) await stopRenewing(tx, running.rebillsTransactionId)
  const { tokens, unspent } = await giveBackUnused(tx, running, { reason, by }, by === running.fanId ? byTheMonth : byTheDay)
  const ended = await queries.end(tx, running.id, reason, unspent)
  await announce(tx, 'subscription.ended', { ...factOf(ended), reason, refundedTokens: tokens })
  await write(tx, pair, tokens > 0 ? 'refunded' : 'ended', { tokens, until: ended.expiresAt })
  return ended
}

/**
 * Takes back the unused part of everything that was paid for it, to whoever paid: the fan, or who gave it.
 * @returns what came back to the fan in tokens, and its price in minor units of the subscription's currency
 */
export async function giveBackUnused(
  tx: Tx,
  { id, fanId, performerId, currency }: Subscription,
  why: { reason: string; by: string | null },
  reckon: Reckoning = byTheDay,
): Promise<{ tokens: number; unspent: number }> {
  let tokens = 0
  let unspent = 0
  for (const period of await periods.unused(tx, id)) {
    const payer = await pairOf(tx, { fanId: period.giverId ?? fanId, performerId })
    const paid = await paidFor(tx, period)
    const back = await giveBack(tx, payer, period, why, reckon)
    if (period.giverId) {
      if (back > 0) await write(tx, payer, 'gift_returned', { tokens: back })
      continue
    }
    tokens += back
    if (period.currency === currency) unspent += paid - (await paidFor(tx, period))
  }
  return { tokens, unspent }
}

/** Takes the unused part of a period's payment back. What a card paid went past the wallet, and comes back into it. */
async function giveBack(
  tx: Tx,
  payer: Pair,
  period: Period,
  why: { reason: string; by: string | null },
  reckon: Reckoning,
): Promise<number> {
  // A part of its money may have gone back at the gateway: that part is nobody's to give back again.
  const part = await reckon(tx, period, await wallet.leftOf(tx, period.transferId))
  if (part === 0) {
    await periods.setRefunded(tx, period, period.back)
    return 0
  }
  const { already } = await wallet.reverse(tx, period.transferId, { ...why, part })
  if (already) return 0
  if (period.byCard) {
    const title = say(payer.language, 'subscriptions.title.unused', { performer: payer.performer.name })
    await wallet.deposit(tx, { to: payer.fan.id, amount: part, kind: 'subscription', key: `unused:${period.transferId}`, title })
  }
  await periods.setRefunded(tx, period, part)
  return part
}

/** How much comes back of what is left of a period's tokens. */
type Reckoning = (tx: Tx, period: Period, left: number) => Promise<number>

const byTheDay: Reckoning = async (tx, period, left) => unusedTokens({ ...period, tokens: left }, tx.now)

/** Whoever ends it by themselves has used what they would have paid by the month, also of the time that they changed from into this one. */
const byTheMonth: Reckoning = async (tx, period, left) => {
  let owed = usedByTheMonth(period, tx.now)
  for (const earlier of await periods.before(tx, period)) {
    // What ran to its end was kept to; what a bank or staff took back whole is nobody's to reckon.
    if (!earlier.endedAt || earlier.back === 0 || earlier.back === earlier.tokens) break
    owed += Math.max(0, usedByTheMonth(earlier, earlier.endedAt) - (earlier.tokens - earlier.back))
  }
  return Math.max(0, left - owed)
}

/** Its begun months at the price of a single one, in tokens, rounded up: never more than was paid. */
function usedByTheMonth(period: Pick<Period, 'price' | 'monthPrice' | 'tokens' | 'startsAt' | 'endsAt'>, at: Date): number {
  const used = BigInt(period.tokens) * BigInt(period.monthPrice) * BigInt(monthsBegun(period, at))
  return Math.min(period.tokens, Number((used + BigInt(period.price) - 1n) / BigInt(period.price)))
}

/** What of a period's price stands, in hundredths: its unused time may have come back in tokens, and parts of its money at the gateway. */
export async function paidFor(tx: Tx, period: Pick<Period, 'price' | 'tokens' | 'transferId'>): Promise<number> {
  return period.price - priceOfPart(period, period.tokens - (await wallet.leftOf(tx, period.transferId)))
}

/** What so many of a period's tokens were in its price, in minor units, rounded down. */
export function priceOfPart({ price, tokens }: Pick<Period, 'price' | 'tokens'>, part: number): number {
  return Number((BigInt(price) * BigInt(part)) / BigInt(tokens))
}

/** By time, to 0.01 token, rounded down: all of a period that has not begun, none of one that is over. */
export function unusedTokens({ tokens, startsAt, endsAt }: Pick<Period, 'tokens' | 'startsAt' | 'endsAt'>, now: Date): number {
  const whole = BigInt(endsAt.getTime() - startsAt.getTime())
  const left = BigInt(endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime()))
  return left <= 0n ? 0 : Number((BigInt(tokens) * left) / whole)
}
