// The tokens that a payment brings: into its payer's wallet, out again when its money is gone, and the wallet frozen until both agree.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { factsOf } from '#server/money/payments/events.ts'
import * as letters from '#server/money/payments/letters.ts'
import { fulfilmentOf, type Undone, type Why } from '#server/money/payments/purposes.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction } from '#server/money/payments/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

/** Puts what was paid into the payer's wallet, once. Also for what can no longer be had: money that came in is never lost. */
export async function credit(tx: Tx, payment: Transaction): Promise<wallet.Posted> {
  return deposit(tx, payment, `payment:${payment.id}`)
}

interface GivenBack {
  /** The dispute or refund that had taken them. */
  ref: string
  tokens: number
}

/** A dispute or a refund took them, and did not last. */
export async function giveBack(tx: Tx, payment: Transaction, { ref, tokens }: GivenBack): Promise<void> {
  await deposit(tx, { ...payment, tokens }, keyOf(payment.id, ref))
  await announce(tx, 'payment.given_back', { ...factsOf(payment), tokens })
}

const keyOf = (id: string, ref: string) => `reinstated:${id}:${ref}`

async function deposit(tx: Tx, { accountId, tokens, title }: Transaction, key: string): Promise<wallet.Posted> {
  const posted = await wallet.deposit(tx, { to: accountId, amount: tokens, kind: 'top_up', key, title })
  await thaw(tx, accountId)
  return posted
}

export interface TakenBack {
  why: Why
  /** Refunds and disputes that may have given something back before. */
  refs: readonly string[]
  tokens: number
  amount: number
  /** Nothing of the money is left. */
  isWhole: boolean
}

/**
 * The money, or a part of it, is gone again: so many tokens of what the wallet was credited with, the newest first and wherever they went,
 * and then of the sale that a card paid.
 */
export async function takeBack(tx: Tx, payment: Transaction, { why, refs, tokens, amount, isWhole }: TakenBack): Promise<void> {
  const { id, accountId } = payment
  // Before disputes had names, what was won came back under the payment's.
  const keys = [`payment:${id}`, `reinstated:${id}`, ...refs.map((ref) => keyOf(id, ref))]
  const undone: Undone[] = []
  let left = tokens
  for (const credited of await wallet.allUnreversed(tx, keys)) {
    const part = Math.min(isWhole ? credited.left : left, credited.left)
    if (part > 0) undone.push(...(await wallet.takeBack(tx, credited.id, { reason: why, by: null, part })))
    left -= part
  }
  if (isWhole || left > 0)
    undone.push(...((await fulfilmentOf(payment.purpose).takenBack?.(tx, payment, why, isWhole ? undefined : left)) ?? []))
  const debt = await wallet.debtOf(tx, accountId)
  if (debt > 0) await queries.rememberFreezing(tx, id)
  await announce(tx, 'payment.taken_back', { ...factsOf(payment), tokens, why, debt })
  await letters.toPayer(tx, payment, why === 'refund' && !isWhole ? 'refund_part' : why, { debt, amount, tokens })
  for (const [sellerId, theirs] of Map.groupBy(undone, (sale) => sale.sellerId)) {
    const [parts, wholes] = [theirs.filter(({ isPart }) => isPart), theirs.filter(({ isPart }) => !isPart)]
    if (wholes.length > 0) await letters.toSeller(tx, sellerId, wholes, why)
    if (parts.length > 0) await letters.toSeller(tx, sellerId, parts, `${why}_part`)
  }
}

export async function freeze(tx: Tx, { id, accountId }: Transaction): Promise<void> {
  if (await wallet.freeze(tx, accountId)) await queries.rememberFreezing(tx, id)
}

/** Lifts what a dispute or a debt froze, once neither is there any more. What staff froze stays frozen. Answers what is still owed. */
export async function thaw(tx: Tx, accountId: string): Promise<number> {
  const debt = await wallet.easeDebt(tx, accountId)
  const { open, froze } = await queries.disputesOf(tx, accountId)
  if (debt > 0 || open > 0 || !froze) return debt
  await wallet.unfreeze(tx, accountId)
  await queries.forgetFreezing(tx, accountId)
  return debt
}
