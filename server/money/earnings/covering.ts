// Which sales a payout paid: the oldest first, as far as all that was ever paid out reaches over the sales that were not given back. So what is
// taken back after it was paid is made good by the next payouts, and every sale is paid by one payout or by none.
import type { Db, Tx } from '#server/platform/db/db.ts'
import { current } from '#server/site/settings/settings.ts'
import * as covers from '#server/money/earnings/cover-queries.ts'
import type { Sale } from '#server/money/earnings/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

const dayMs = 86_400_000

/** What of a creator's earnings is there, on hold and paid out, in hundredths. */
export interface Balance {
  /** What the earnings account has, without what was put aside for a payout. Below zero after refunds of what was paid out. */
  balance: number
  /** Net of the sales of the last clearing days and of tickets to shows that are not over, without what was given back of them. */
  onHold: number
  /** Net of all that was ever taken back. */
  reversed: number
  /** Paid out so far. */
  paidOut: number
  /** When the oldest of what was sold in the last clearing days clears. */
  nextClearsAt: Date | undefined
}

/** In a transaction that has the creator's lock (lockEarnings), what it says stays true but for refunds. */
export async function balanceOf(db: Db, creatorId: string): Promise<Balance> {
  const { clearingDays } = await current(db)
  const clearedUntil = new Date(db.now.getTime() - clearingDays * dayMs)
  const held = await covers.onHold(db, creatorId, clearedUntil)
  return {
    balance: await wallet.earningsOf(db, creatorId),
    onHold: held.net,
    reversed: await covers.reversed(db, creatorId),
    paidOut: await covers.paidOut(db, creatorId),
    nextClearsAt: held.oldest ? new Date(held.oldest.getTime() + clearingDays * dayMs) : undefined,
  }
}

export interface Payout {
  payoutId: string
  /** Hundredths of tokens. */
  amount: number
}

/** Writes down which sales this payout pays. Once for each; the caller has the creator's lock. */
export async function cover(tx: Tx, creatorId: string, { payoutId, amount }: Payout): Promise<void> {
  const reach = await covers.reachOf(tx, creatorId, (await covers.paidOut(tx, creatorId)) + amount)
  await covers.insert(tx, { payoutId, creatorId, amount, ...reach })
}

/**
 * What it paid came back: it has paid nothing, and those after it pay what they would have paid without it, so that still the oldest
 * are paid first. The caller has the creator's lock.
 */
export async function uncover(tx: Tx, creatorId: string, payoutId: string): Promise<void> {
  for (const later of await covers.remove(tx, creatorId, payoutId))
    await covers.setReach(tx, later, await covers.reachThen(tx, creatorId, later))
}

/** The sales that a payout paid, oldest first; of one that is still open those that it would pay as things stand. */
export async function coveredBy(
  db: Db,
  creatorId: string,
  { payoutId, amount, limit }: Payout & { limit: number },
): Promise<{ sales: Sale[]; total: number }> {
  const done = await covers.find(db, payoutId)
  if (done)
    return covers.salesBetween(db, creatorId, { after: await covers.before(db, creatorId, done), through: done, at: done.doneAt, limit })
  const after = await covers.latest(db, creatorId)
  const through = await covers.reachOf(db, creatorId, (await covers.paidOut(db, creatorId)) + amount)
  return covers.salesBetween(db, creatorId, { after, through, at: db.now, limit })
}
