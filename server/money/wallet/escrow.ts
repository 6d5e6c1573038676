// What is paid and not the seller's yet. A hold moves tokens from a wallet to the site's escrow account; a release hands them on, less
// the commission of that instant; a reversal of either gives the whole back. database/016-shop.sql keeps escrow from handing on what it
// does not hold, or twice.
import { refuseOwn } from '#server/people/accounts/accounts.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type {} from '#server/money/wallet/events.ts'
import { refuseImpossible, refuseUnpaid, settled, type Posted, type Purpose } from '#server/money/wallet/outcomes.ts'
import * as queries from '#server/money/wallet/queries.ts'

export interface Hold extends Purpose {
  from: string
  /** Who will get it. They are not paid yet, and nobody pays themselves. */
  seller: string
  amount: number
  reference: `order:${string}` | `message:${string}` | `request:${string}`
  /** The price that the buyer saw. Another one is refused with price_changed. */
  expected?: number
}

/**
 * Moves tokens from a wallet into escrow, as the last thing before the commit.
 * @throws not_enough_tokens {required, balance} in tokens, wallet_frozen, cannot_pay_yourself, own_account, price_changed {price}, amount_out_of_bounds
 */
export async function hold(tx: Tx, { from, seller, detail, ...sale }: Hold): Promise<Posted> {
  if (from === seller) refuse('cannot_pay_yourself')
  await refuseOwn(tx, from, seller)
  refuseImpossible(sale.amount)
  const { amount, kind, reference } = sale
  const posted = await queries.post(
    tx,
    {
      ...sale,
      detail: { ...detail, sellerId: seller },
      payer: from,
      payerKind: 'wallet',
      payee: null,
      payeeKind: 'escrow',
      paidBy: from,
      commissionBasisPoints: 0,
    },
    { name: 'wallet.charged', payload: { payerId: from, payeeId: null, amount, kind, reference } },
  )
  const balance = posted.balance ?? 0
  refuseUnpaid(posted.outcome, amount, balance)
  return settled(posted, balance)
}

export interface Release {
  /** The transfer of the hold. It is handed on once; again answers the first time's. */
  heldId: string
  to: string
  commissionBasisPoints: number
}

/** Hands on what is held to the seller's earnings. @throws not_found when it is no hold, or was given back */
export async function release(tx: Tx, { heldId, to, commissionBasisPoints }: Release): Promise<Omit<Posted, 'balance'>> {
  const held = await queries.held(tx, heldId)
  if (held?.id !== heldId || held.isReversed) return refuse('not_found')
  const { amount, kind, reference, title, detail, paidBy } = held
  const posted = await queries.post(tx, {
    payer: null,
    payerKind: 'escrow',
    payee: to,
    payeeKind: 'earnings',
    paidBy,
    amount,
    commissionBasisPoints,
    kind,
    reference,
    key: keyOf(heldId),
    title,
    detail,
  })
  const { transferId, commission, already } = settled(posted, 0)
  return { transferId, commission, already }
}

const keyOf = (heldId: string) => `release:${heldId}`

/**
 * What a reversal has to take back, in this order: of a hold that was handed on, the release first; and a release never without its hold.
 * Locks the hold, so that it is not handed on meanwhile.
 */
export async function partsOf(tx: Tx, transferId: string): Promise<string[]> {
  const held = await queries.held(tx, transferId)
  if (!held) return [transferId]
  const releaseId = await queries.unreversedUnder(tx, keyOf(held.id))
  return releaseId ? [releaseId, held.id] : [held.id]
}

/** What the site holds for buyers and sellers, in hundredths. */
export function heldInAll(db: Db): Promise<number> {
  return queries.balanceOfSite(db, 'escrow')
}
