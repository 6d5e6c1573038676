// What a creator can have, what stands in the way, and what a sum is worth. Tokens in hundredths, money in minor units.
import type { PayoutBlocker } from '#contract/money/payouts.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as banking from '#server/money/payouts/banking.ts'
import * as queries from '#server/money/payouts/queries.ts'
import * as identity from '#server/people/identity/identity.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, priceInTokens, tokensInMoney, toHundredths } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Calculation extends earnings.Standing {
  /** Under way: it has left the balance already. */
  pending: number
  available: number
  /** Currency per token. */
  rate: number
  currency: string
  fee: number
  minimum: number
  clearingDays: number
  blockers: Blocker[]
}

export interface Blocker {
  code: PayoutBlocker
  until?: Date
}

/** Reads only; inside a transaction that has the creator's turn it stays true until the commit, but for refunds. */
export async function calculate(db: Db, performerId: string): Promise<Calculation> {
  const { tokenConversionRate: rate, currency, payoutFee, minimumPayoutAmount, clearingDays } = await current(db)
  const [standing, open, bank, papers] = [
    await earnings.standing(db, performerId),
    await queries.openOf(db, performerId),
    await banking.find(db, performerId),
    await identity.find(db, performerId),
  ]
  const fee = toHundredths(payoutFee)
  // Something has to arrive.
  const minimum = Math.max(toHundredths(minimumPayoutAmount), fee + 1)
  const available = Math.max(0, standing.balance - standing.onHold)
  const blockers: Blocker[] = []
  if (papers?.state !== 'approved') blockers.push({ code: 'not_verified' })
  if (!bank) blockers.push({ code: 'bank_details_missing' })
  else {
    if (bank.holdUntil > db.now) blockers.push({ code: 'bank_on_hold', until: bank.holdUntil })
    if (bank.doubtedAt) blockers.push({ code: 'bank_unconfirmed' })
    if (!bank.matchesName) blockers.push({ code: 'payee_name_differs' })
  }
  if (open) blockers.push({ code: 'payout_open' })
  if (tokensInMoney(available, rate) < minimum) blockers.push({ code: 'payout_below_minimum' })
  return { ...standing, pending: open?.tokens ?? 0, available, rate, currency, fee, minimum, clearingDays, blockers }
}

/** What somebody asked for: tokens or money, in the units of the wire. */
export interface Asked {
  requestTokens?: number | undefined
  amount?: number | undefined
}

export interface Sum {
  tokens: number
  amount: number
}

/** @throws invalid unless exactly one is given; payout_below_minimum {minimum, currency}, payout_above_available {available, currency} */
export function sumOf({ requestTokens, amount }: Asked, { rate, currency, minimum, available }: Calculation): Sum {
  if ((requestTokens === undefined) === (amount === undefined))
    throw new Refusal('invalid', {}, [{ field: 'amount', code: amount === undefined ? 'required' : 'repeated' }])
  const sum: Sum =
    amount === undefined
      ? { tokens: toHundredths(requestTokens!), amount: tokensInMoney(toHundredths(requestTokens!), rate) }
      : { tokens: priceInTokens(toHundredths(amount), rate), amount: toHundredths(amount) }
  if (sum.amount < minimum) refuse('payout_below_minimum', { minimum: fromHundredths(minimum), currency })
  if (sum.tokens > available)
    refuse('payout_above_available', {
      available: fromHundredths(tokensInMoney(available, rate)),
      tokens: fromHundredths(available),
      currency,
    })
  return sum
}
