// Stopping a wallet from paying. It still takes deposits and refunds. Disputes and debts freeze and thaw by themselves (payments); what
// staff freeze stays frozen until they lift it, and its owner is told both by letter.
import type { FreezeCause } from '#contract/money/wallet.ts'
import type { Db, Sql, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as freezes from '#server/money/wallet/freezing-queries.ts'
import { writeFrozen, writeFreezeLifted } from '#server/money/wallet/letters.ts'
import * as queries from '#server/money/wallet/queries.ts'

/** @returns whether it could pay until now */
export function freeze(tx: Tx, accountId: string): Promise<boolean> {
  return queries.setFrozen(tx, accountId, true)
}

/** Lets it pay again, unless it has a debt or staff froze it: then it stays frozen until that is over. */
export function unfreeze(tx: Tx, accountId: string): Promise<boolean> {
  return queries.setFrozen(tx, accountId, false)
}

/** By the word of staff, with the reason that the owner reads. */
export interface Word {
  by: string
  reason: string
}

/** Stops a wallet by the word of staff: then only they lift that. @throws already_decided */
export async function freezeByStaff(tx: Tx, accountId: string, { by, reason }: Word): Promise<void> {
  if (!(await queries.freezeByStaff(tx, accountId))) refuse('already_decided')
  await freezes.insert(tx, { ownerId: accountId, by, reason })
  await writeFrozen(tx, accountId, reason)
}

/** Lets it pay again whoever stopped it, also after a dispute that was lost. @throws already_decided when it can pay, wallet_in_debt {debt} */
export async function liftFreeze(tx: Tx, accountId: string, { by, reason }: Word): Promise<void> {
  const found = await queries.lockWallet(tx, accountId)
  if (found && found.floor < 0) refuse('wallet_in_debt', { debt: fromHundredths(-found.floor) })
  if (!(await queries.liftFreeze(tx, accountId))) refuse('already_decided')
  await freezes.end(tx, accountId, by)
  await writeFreezeLifted(tx, accountId, reason)
}

/** Whether a wallet can pay, and if not, why. Hundredths. */
export interface State {
  balance: number
  debt: number
  /** What staff say comes before a debt, and a debt before a dispute: in this order it is mended. */
  freeze: Freeze | undefined
}

interface Freeze {
  because: FreezeCause
  /** By staff: who, since when, and the reason. */
  byStaff: freezes.StaffFreeze | undefined
}

/** Of somebody who never had a token: nothing, and not frozen. */
export async function stateOf(db: Db, accountId: string): Promise<State> {
  const found = await freezes.walletOf(db, accountId)
  if (!found) return { balance: 0, debt: 0, freeze: undefined }
  const { balance, floor, isFrozen, isFrozenByStaff } = found
  const debt = Math.max(0, -floor)
  if (!isFrozen) return { balance, debt, freeze: undefined }
  const because = isFrozenByStaff ? 'staff' : debt > 0 ? 'debt' : 'dispute'
  return { balance, debt, freeze: { because, byStaff: isFrozenByStaff ? await freezes.current(db, accountId) : undefined } }
}

/** Whose wallet is frozen, of these people. */
export async function frozenAmong(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  return new Set(await freezes.frozenAmong(db, accountIds))
}

/** Everybody whose wallet is frozen, as a query of their ids. */
export function frozen(): Sql {
  return freezes.frozen
}
