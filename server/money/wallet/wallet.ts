// The ledger's door: who has how many tokens, and the only ways to move them (docs/adr/0001-ledger-write-path.md).
// Promises: a transfer is whole or did not happen; no wallet falls below its floor; a charge locks its payer only, so it
// composes in any transaction, as the last thing before the commit; and the receipt is the right: one unreversed payment a work.
// Leaves to others: prices and rates (who sells), gateways (payments), names and pictures (profiles).
// Every amount is in hundredths of a token; people are named by their account's id (people/accounts).
import { refuseOwn } from '#server/people/accounts/accounts.ts'
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type {} from '#server/money/wallet/events.ts'
import { writeGranted } from '#server/money/wallet/letters.ts'
import { refuseImpossible, refuseUnpaid, settled, type Posted, type Purpose } from '#server/money/wallet/outcomes.ts'
import * as queries from '#server/money/wallet/queries.ts'

export { heldInAll, hold, release, type Hold } from '#server/money/wallet/escrow.ts'
export {
  freeze,
  frozen,
  frozenAmong,
  freezeByStaff,
  liftFreeze,
  stateOf,
  unfreeze,
} from '#server/money/wallet/freezing.ts'
export { bringBack, lockEarnings, payOut, type EarningsLock } from '#server/money/wallet/paying-out.ts'
export { usePaidFor, type FindPaidFor } from '#server/money/wallet/paid-for.ts'
export type { Posted, Purpose } from '#server/money/wallet/outcomes.ts'
export { countReceipts, hasReceipt } from '#server/money/wallet/queries.ts'
export type { ReceiptHolder, Line, Standing } from '#server/money/wallet/queries.ts'
export { reverse } from '#server/money/wallet/reversing.ts'
export { allUnreversed, debtOf, easeDebt, leftOf, newestUnreversed, takeBack } from '#server/money/wallet/clawback.ts'
export { chargeBatched, batchedCharge, OfferChanged, type Goods, type LoneCharge, type Settled } from '#server/money/wallet/batched.ts'
export { recent, transfer, type Transfer } from '#server/money/wallet/recent.ts'

export interface Charge extends Purpose {
  from: string
  to: string
  amount: number
  /** The seller's share that the site keeps, unless the seller's account has a rate of its own. */
  commissionBasisPoints: number
  /** The price that the buyer saw. Another one is refused with price_changed, unless it is bought already. */
  expected?: number
}

/**
 * Moves tokens from a wallet to somebody's earnings and announces it, in one round trip.
 * @throws not_enough_tokens {required, balance} in tokens, wallet_frozen, cannot_pay_yourself, own_account, price_changed {price}, amount_out_of_bounds
 */
export async function charge(tx: Tx, sale: Charge): Promise<Posted> {
  if (sale.from === sale.to) refuse('cannot_pay_yourself')
  await refuseOwn(tx, sale.from, sale.to)
  refuseImpossible(sale.amount)
  const { from, to, amount, kind, reference = null } = sale
  const posted = await queries.post(
    tx,
    { ...sale, payer: from, payerKind: 'wallet', payee: to, payeeKind: 'earnings', paidBy: from },
    { name: 'wallet.charged', payload: { payerId: from, payeeId: to, amount, kind, reference } },
  )
  const balance = posted.balance ?? 0
  refuseUnpaid(posted.outcome, amount, balance)
  return settled(posted, balance)
}

export interface Deposit extends Purpose {
  to: string
  amount: number
  key: string
}

/**
 * Credits a wallet with tokens that a payment gateway has confirmed. The same key credits once: a repeat gets the first answer.
 * A frozen wallet takes deposits, which shrink its debt.
 */
export function deposit(tx: Tx, credit: Deposit): Promise<Posted> {
  return fill(tx, credit, 'gateway')
}

export interface Grant {
  to: string
  amount: number
  /** Who of the staff gives them, and why: their owner reads it. */
  by: string
  reason: string
}

/** Credits a wallet with tokens that staff give: out of `granted`, which says of itself how many the house has issued. Its owner is told by letter. */
export async function grant(tx: Tx, { to, amount, by, reason }: Grant): Promise<Posted> {
  const credit = {
    to,
    amount,
    kind: 'granted',
    key: `grant:${randomUUID()}`,
    title: Array.from(reason).slice(0, 200).join(''),
    detail: { by, reason },
  }
  const given = await fill(tx, credit, 'granted')
  await writeGranted(tx, to, amount, reason)
  return given
}

async function fill(tx: Tx, credit: Deposit, source: 'gateway' | 'granted'): Promise<Posted> {
  refuseImpossible(credit.amount)
  const { to, amount, kind } = credit
  const posted = await queries.post(
    tx,
    { ...credit, payer: null, payerKind: source, payee: to, payeeKind: 'wallet', paidBy: to, commissionBasisPoints: 0 },
    { name: 'wallet.credited', payload: { accountId: to, amount, kind } },
  )
  return settled(posted, posted.balance ?? 0)
}

export interface CardSale extends Purpose {
  /** Whose card it was. Their wallet is not touched. */
  by: string
  to: string
  amount: number
  key: string
  commissionBasisPoints: number
}

/** Books a sale that a gateway was paid for directly (a subscription by card): from the gateway to the seller's earnings. */
export async function chargeCard(tx: Tx, sale: CardSale): Promise<Omit<Posted, 'balance'>> {
  if (sale.by === sale.to) refuse('cannot_pay_yourself')
  await refuseOwn(tx, sale.by, sale.to)
  refuseImpossible(sale.amount)
  const posted = await queries.post(tx, {
    ...sale,
    payer: null,
    payerKind: 'gateway',
    payee: sale.to,
    payeeKind: 'earnings',
    paidBy: sale.by,
  })
  const { transferId, commission, already } = settled(posted, 0)
  return { transferId, commission, already }
}

/** What somebody can spend now. Zero for those who never had a token. */
export async function balanceOf(db: Db, accountId: string): Promise<number> {
  return (await queries.balances(db, [accountId], 'wallet')).get(accountId) ?? 0
}

/** What somebody has earned: folded and waiting, as one. May be negative after refunds. */
export async function earningsOf(db: Db, accountId: string): Promise<number> {
  return (await queries.balances(db, [accountId], 'earnings')).get(accountId) ?? 0
}

/** The unreversed payment of this person for this work, if there is one. */
export async function receiptFor(db: Db, payerId: string, reference: `work:${string}`): Promise<queries.Receipt | undefined> {
  return (await receiptsFor(db, payerId, [reference])).get(reference)
}

/** The unreversed payments of this person among these works, by reference. */
export function receiptsFor(db: Db, payerId: string, references: readonly `work:${string}`[]): Promise<Map<string, queries.Receipt>> {
  return queries.receipts(db, payerId, references)
}

/** The unreversed payments of everybody for this work, so many at most. */
export function receiptsOf(db: Db, reference: `work:${string}`, limit: number): Promise<queries.ReceiptHolder[]> {
  return queries.receiptsOf(db, reference, limit)
}

/** Of each of these works how many hold it and what they paid for it in all; those that nobody holds are left out. */
export function standingAmong(db: Db, references: readonly `work:${string}`[]): Promise<Map<string, queries.Standing>> {
  return queries.standing(db, references)
}

/** How often each of these works has been paid for and not given back; those never sold are left out. Above 0, price and media are promises. */
export function soldAmong(db: Db, references: readonly `work:${string}`[]): Promise<Map<string, number>> {
  return queries.sold(db, references)
}

/** A wallet's own lines, newest first: what was paid, topped up and given back. */
export function statement(db: Db, accountId: string, filter: queries.LineFilter): Promise<{ lines: queries.Line[]; total: number }> {
  return queries.statement(db, accountId, filter)
}

/** A seller's own commission in basis points (2000 = 20 %); null when the site's applies. */
export function agreedCommission(db: Db, accountId: string): Promise<number | null> {
  return queries.commission(db, accountId)
}

/** A seller's own commission instead of the site's; null takes it away. It counts from the next sale on. */
export function agreeCommission(tx: Tx, accountId: string, basisPoints: number | null): Promise<void> {
  return queries.setCommission(tx, accountId, basisPoints)
}
