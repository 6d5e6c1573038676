// The tokens that a payment brings: into its payer's wallet, out again when its money is gone, and the wallet frozen until both agree.
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { factsOf } from '#server/money/payments/events.ts'
import * as letters from '#server/money/payments/letters.ts'
import { fulfilmentOf, type Why } from '#server/money/payments/purposes.ts'
import * as queries from '#server/money/payments/queries.ts'
import type { Transaction } from '#server/money/payments/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

/** Puts what was paid into the payer's wallet, once. Also for what can no longer be had: money that came in is never lost. */
export async function credit(tx: Tx, payment: Transaction): Promise<wallet.Posted> {
  return deposit(tx, payment, `payment:${payment.id}`)
}

/** A dispute took it back, and was decided for the site. */
export async function reinstate(tx: Tx, payment: Transaction): Promise<void> {
  await deposit(tx, payment, `reinstated:${payment.id}`)
}

async function deposit(tx: Tx, { accountId, tokens, title }: Transaction, key: string): Promise<wallet.Posted> {
  const posted = await wallet.deposit(tx, { to: accountId, amount: tokens, kind: 'top_up', key, title })
  await thaw(tx, accountId)
  return posted
}

/** The money is gone again: what the wallet was credited with, wherever its tokens went, or the sale that a card paid. */
export async function takeBack(tx: Tx, payment: Transaction, why: Why): Promise<void> {
  const { id, accountId } = payment
  const credited = await wallet.standing(tx, [`payment:${id}`, `reinstated:${id}`])
  const undone = credited
    ? await wallet.takeBack(tx, credited, { reason: why, by: null })
    : ((await fulfilmentOf(payment.purpose).takenBack?.(tx, payment, why)) ?? [])
  const debt = await wallet.debtOf(tx, accountId)
  if (debt > 0) await queries.rememberFreezing(tx, id)
  await announce(tx, 'payment.taken_back', { ...factsOf(payment), why, debt })
  await letters.toPayer(tx, payment, why, { debt })
  for (const [sellerId, theirs] of Map.groupBy(undone, (sale) => sale.sellerId)) await letters.toSeller(tx, sellerId, theirs, why)
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
