// What the ledger does about what is known of a payment's money: tokens go with the money that is gone, and come back with it.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { freeze, giveBack, takeBack, thaw } from '#server/money/payments/crediting.ts'
import { factsOf } from '#server/money/payments/events.ts'
import { goneOf, isOpen, openedBetween, refundedOf, story, tokensGone, type Dispute, type Known } from '#server/money/payments/facts.ts'
import * as letters from '#server/money/payments/letters.ts'
import type { Why } from '#server/money/payments/purposes.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction } from '#server/money/payments/queries.ts'

/** Does what each new fact of a paid payment means, always in the order of a story: disputed, decided, refunded, refunds that failed. */
export async function follow(tx: Tx, paid: Transaction, before: Known, after: Known): Promise<void> {
  const { disputed, decided, refunded, failed } = story(before, after)
  let payment = await goTo(tx, paid, before, disputed, { why: 'chargeback', refs: refsOf(after) })
  if (openedBetween(before, after).some(isOpen)) await freeze(tx, payment)
  payment = await decide(tx, payment, disputed, decided)
  payment = await goTo(tx, payment, decided, refunded, { why: 'refund', refs: refsOf(after) })
  const returned = after.refunds.find(({ ref, failedAt }) => failedAt && !before.refunds.some((each) => each.ref === ref && each.failedAt))
  if (returned)
    await comeBack(tx, payment, refunded, failed, { ref: `refund:${returned.ref}`, occasion: 'returned', amount: returned.amount })
  await tellRefunded(tx, payment, before, after)
}

/** By what something may have been given back before: a gateway's refund and its dispute may have one name. */
const refsOf = ({ refunds, disputes }: Known) => [
  ...disputes.flatMap(({ ref, reopened }) => Array.from({ length: reopened + 1 }, (_, round) => nameOf({ ref, reopened: round }))),
  ...refunds.map(({ ref }) => `refund:${ref}`),
]

/** Each time that it is opened again it may bring tokens back once. */
const nameOf = ({ ref, reopened }: Pick<Dispute, 'ref' | 'reopened'>) => `dispute:${ref}${reopened > 0 ? `:${reopened}` : ''}`

/** More is gone: so many tokens as that money had bought. Answers the payment as it is then. */
async function goTo(
  tx: Tx,
  payment: Transaction,
  before: Known,
  after: Known,
  { why, refs }: { why: Why; refs: readonly string[] },
): Promise<Transaction> {
  const [was, gone] = [goneOf(before, payment.amount), goneOf(after, payment.amount)]
  if (gone <= was) return payment
  const taken = Math.max(payment.takenTokens, tokensGone(gone, payment))
  await queries.setTaken(tx, payment.id, taken)
  const tokens = taken - payment.takenTokens
  await takeBack(tx, payment, { why, refs, tokens, amount: gone - was, isWhole: gone >= payment.amount })
  return { ...payment, takenTokens: taken }
}

/** A bank has decided, about one dispute or several: what it gives back is there again, and nothing waits for it any more. */
async function decide(tx: Tx, payment: Transaction, before: Known, after: Known): Promise<Transaction> {
  let [now, known] = [payment, before]
  for (const dispute of after.disputes) {
    const earlier = before.disputes.find(({ ref }) => ref === dispute.ref)
    const next: Known = { ...known, disputes: known.disputes.map((each) => (each.ref === dispute.ref ? dispute : each)) }
    if (dispute.wonAt && !earlier?.wonAt)
      now = await comeBack(tx, now, known, next, { ref: nameOf(dispute), occasion: 'won', amount: dispute.amount })
    else if (dispute.lostAt && !earlier?.lostAt) await endLost(tx, now, dispute)
    known = next
  }
  return now
}

/** What it took back stays taken back, and what is still owed goes on freezing. */
async function endLost(tx: Tx, payment: Transaction, { amount }: Dispute): Promise<void> {
  const debt = await thaw(tx, payment.accountId)
  await letters.toPayer(tx, payment, 'lost', { debt, amount, tokens: tokensGone(amount, payment) })
}

/** Money is there again. What was undone stays undone, so it comes back as tokens, once for each thing that took it. */
async function comeBack(
  tx: Tx,
  payment: Transaction,
  before: Known,
  after: Known,
  { ref, occasion, amount }: { ref: string; occasion: 'won' | 'returned'; amount: number },
): Promise<Transaction> {
  const taken = tokensGone(goneOf(after, payment.amount), payment)
  const tokens = payment.takenTokens - taken
  if (tokens > 0) {
    await queries.setTaken(tx, payment.id, taken)
    await giveBack(tx, payment, { ref, tokens })
  }
  await letters.toPayer(tx, payment, occasion, { amount, tokens: Math.max(0, tokens) })
  await thaw(tx, payment.accountId)
  return { ...payment, takenTokens: Math.min(taken, payment.takenTokens) }
}

async function tellRefunded(tx: Tx, payment: Transaction, before: Known, after: Known): Promise<void> {
  const [was, refundedAmount] = [refundedOf(before, payment.amount), refundedOf(after, payment.amount)]
  const isWhole = refundedAmount >= payment.amount
  if (refundedAmount > was) await announce(tx, 'payment.refunded', { ...factsOf(payment), refundedAmount, isWhole })
  if (refundedAmount < was) await announce(tx, 'payment.refund_failed', { ...factsOf(payment), refundedAmount })
}
