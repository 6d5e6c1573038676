// When money that came in is gone again (a refund at the gateway, a bank's chargeback), what it became goes back too: first what is
// still in the wallet, then the newest purchases, each only where the whole of it fits into what is missing, and what is left over is a debt.
// So nobody gets tokens to spend out of a refund, and no creator loses more than was taken. A debt is a floor below zero; it freezes
// (database/005-money.sql, debt_freezes), and every deposit shrinks it.
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/money/wallet/queries.ts'
import { transfer } from '#server/money/wallet/recent.ts'
import { reverse } from '#server/money/wallet/reversing.ts'

/** A purchase that was given back so that a top-up could be taken back. */
export interface Undone {
  sellerId: string
  title: string
  tokens: number
}

/** The newest transfer under one of these keys of which something is left. */
export async function newestUnreversed(db: Db, keys: readonly string[]): Promise<string | undefined> {
  return (await queries.unreversedAmong(db, keys))[0]?.id
}

/** Everything under these keys of which something is left, and how much, the newest first. */
export function allUnreversed(db: Db, keys: readonly string[]): Promise<{ id: string; left: number }[]> {
  return queries.unreversedAmong(db, keys)
}

/** How much of a transfer has not been taken back. */
export async function leftOf(db: Db, transferId: string): Promise<number> {
  return (await queries.unreversedOf(db, transferId)).left
}

const step = 50

/**
 * Takes a credit of a wallet back, wherever its tokens went (calls.md, decisions: Chargeback). Purchases are given back whole, newest
 * first, each that is no more than what is still missing: what they opened locks again. What is left over is a debt.
 * @param why.part hundredths of it; without it all that is left
 * @throws not_found when it is no credit of a wallet
 */
export async function takeBack(
  tx: Tx,
  transferId: string,
  { part, ...why }: { reason: string; by: string | null; part?: number | undefined },
): Promise<Undone[]> {
  const credited = (await transfer(tx, transferId)) ?? refuse('not_found')
  const ownerId = credited.payeeId ?? refuse('not_found')
  const wallet = (await queries.lockWallet(tx, ownerId)) ?? refuse('not_found')
  // Whoever had the wallet before may have taken it back: once is enough.
  const left = await leftOf(tx, transferId)
  const amount = Math.min(part ?? left, left)
  if (amount === 0) return []
  const undone: Undone[] = []
  let { balance } = wallet
  while (balance < amount) {
    const newest = await queries.purchases(tx, ownerId, { atMost: amount - balance, limit: step })
    if (newest.length === 0) break
    for (const { transferId: id, amount: paid, sellerId, title } of newest) {
      // What is missing has become less since they were looked up.
      if (paid > amount - balance) continue
      await reverse(tx, id, why)
      balance += paid
      if (sellerId) undone.push({ sellerId, title, tokens: paid })
    }
  }
  const short = Math.min(0, balance - amount)
  if (short < wallet.floor) await queries.setFloor(tx, ownerId, short)
  await reverse(tx, transferId, { ...why, part: amount })
  return undone
}

/** What somebody's wallet is below zero, in hundredths. */
export async function debtOf(db: Db, accountId: string): Promise<number> {
  return Math.max(0, -((await queries.balances(db, [accountId], 'wallet')).get(accountId) ?? 0))
}

/** After a deposit: the floor follows the balance up. Answers what is still owed. The wallet stays frozen; who froze it lifts that. */
export async function easeDebt(tx: Tx, accountId: string): Promise<number> {
  const wallet = await queries.lockWallet(tx, accountId)
  if (!wallet || wallet.floor === 0) return 0
  const floor = Math.min(0, wallet.balance)
  if (floor > wallet.floor) await queries.setFloor(tx, accountId, floor)
  return Math.abs(floor)
}
