// What the ledger refuses, in the words of refusals.
import { refuse } from '#server/platform/refusals/refusal.ts'

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
