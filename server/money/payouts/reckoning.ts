// What a creator can have, what stands in the way, and what a sum is worth. Tokens in hundredths, money in minor units.
import type { PayoutBlocker, PayoutMethod } from '#contract/money/payout-names.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as queries from '#server/money/payouts/queries.ts'
import { payoutProvider } from '#server/money/payments/payments.ts'
import * as identity from '#server/people/identity/identity.ts'
import type { Db } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, priceInTokens, stepOf, tokensInMoney, toHundredths } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Calculation extends earnings.Balance {
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
    await earnings.balanceOf(db, performerId),
    await queries.openOf(db, performerId),
    await destinations.bankOf(db, performerId),
    await identity.find(db, performerId),
  ]
  const fee = toHundredths(payoutFee)
  // Something has to arrive.
  const step = stepOf(currency)
  const minimum = Math.max(toHundredths(minimumPayoutAmount), fee + step)
  const available = Math.max(0, standing.balance - standing.onHold)
  const blockers: Blocker[] = []
  if (papers?.state !== 'approved') blockers.push({ code: 'not_verified' })
  if (!bank) blockers.push({ code: 'bank_details_missing' })
  else if (!bank.details) blockers.push({ code: 'bank_unreadable' })
  else {
    if (bank.holdUntil > db.now) blockers.push({ code: 'bank_on_hold', until: bank.holdUntil })
    if (bank.doubtedAt) blockers.push({ code: 'bank_unconfirmed' })
    if (!bank.matchesName) blockers.push({ code: 'payee_name_differs' })
  }
  if (open) blockers.push({ code: 'payout_open' })
  if (tokensInMoney(available, rate, step) < minimum) blockers.push({ code: 'payout_below_minimum' })
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

/** What PayPal takes no decimals of (developer.paypal.com/reference/currency-codes). */
const wholeAtPaypal = new Set(['HUF', 'JPY', 'TWD'])

/** The smallest step in which this way pays out a currency: New Taiwan dollars have cents when they are collected, and none when Stripe pays them. */
function payoutStep(accountType: PayoutMethod, currency: string): number {
  if (accountType === 'stripe') return payoutProvider().stepOf(currency)
  return accountType === 'paypal' && wholeAtPaypal.has(currency) ? 100 : stepOf(currency)
}

/**
 * What arrives is of a step that can be paid out: tokens that are worth less than that stay, and money that is finer is refused.
 * @throws invalid unless exactly one is given, and for fractions; payout_below_minimum {minimum, currency},
 * payout_above_available {available, currency}
 */
export function sumOf(
  { requestTokens, amount }: Asked,
  { rate, currency, minimum, available, fee }: Calculation,
  accountType: PayoutMethod,
): Sum {
  if ((requestTokens === undefined) === (amount === undefined))
    throw new Refusal('invalid', {}, [{ field: 'amount', code: amount === undefined ? 'required' : 'repeated' }])
  const step = payoutStep(accountType, currency)
  const tokens = amount === undefined ? toHundredths(requestTokens!) : priceInTokens(toHundredths(amount), rate)
  const exact = amount === undefined ? tokensInMoney(tokens, rate) : toHundredths(amount)
  const over = Math.max(0, exact - fee) % step
  if (amount !== undefined && over > 0) throw new Refusal('invalid', {}, [{ field: 'amount', code: 'no_fractions' }])
  const sum: Sum = over > 0 ? { tokens: priceInTokens(exact - over, rate), amount: exact - over } : { tokens, amount: exact }
  if (sum.amount < minimum) refuse('payout_below_minimum', { minimum: fromHundredths(minimum), currency })
  if (sum.tokens > available)
    refuse('payout_above_available', {
      available: fromHundredths(tokensInMoney(available, rate, step)),
      tokens: fromHundredths(available),
      currency,
    })
  return sum
}
