// What goes into a transfer and how it ended: in the words of refusals where it did not.
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { PostOutcome } from '#server/money/wallet/queries.ts'

/** What a transfer says about itself for as long as the ledger stands. */
export interface Purpose {
  /** What kind of sale or movement: tip, feed, video, subscription, top_up, … lower_snake_case. */
  kind: string
  /** What it pays for: `work:<id>` (a receipt: once per payer while it stands), `subscription:<id>`, `order:<id>`. */
  reference?: string
  /** A source's own name for this event, such as `payment:<id>`: the same key moves money once. */
  key?: string
  /** As a person reads it in their history. A snapshot: the thing may be renamed or removed later. */
  title: string
  /** More facts for those who show it, such as `{message, feedId}`. */
  detail?: Readonly<Record<string, unknown>>
}

export interface Posted {
  transferId: string
  /** The member's balance after it. */
  balance: number
  commission: number
  /** It had been paid before: nothing moved now. */
  already: boolean
}

const mostHundredths = 1_000_000_000_000_000

/** The contract bounds what people send; this is the ledger's own floor and ceiling. */
export function refuseImpossible(amount: number): void {
  if (Number.isSafeInteger(amount) && amount >= 1 && amount <= mostHundredths) return
  refuse('amount_out_of_bounds', { minimum: 0.01, maximum: mostHundredths / 100 })
}

/** @param balance of the wallet that should have paid */
export function refuseUnpaid(outcome: string, amount: number, balance: number): void {
  if (outcome === 'short') refuse('not_enough_tokens', { required: amount / 100, balance: balance / 100 })
  if (outcome === 'frozen') refuse('wallet_frozen')
  if (outcome === 'price_changed') refuse('price_changed', { price: amount / 100 })
}

export function settled(posted: PostOutcome, balance: number): Posted {
  if (!posted.transfer) throw new Error(`a transfer ended as ${posted.outcome}`)
  return { transferId: posted.transfer, balance, commission: posted.commission ?? 0, already: posted.outcome === 'already' }
}
