// Amounts as Stripe counts them. Ours are hundredths whatever the currency; Stripe's are of a unit that belongs to the currency and to what is
// done with it (docs.stripe.com/currencies: zero-decimal currencies, three-decimal currencies, special cases).
import { Refusal } from '#server/platform/refusals/refusal.ts'

export type Operation = 'charge' | 'payout'

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** Their last digit must be 0, so that they have two decimals after all. */
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Said with two decimals that must be 00: always of króna and Ugandan shillings, of these others when they are paid out. */
const wholeOnly = { charge: new Set(['ISK', 'UGX']), payout: new Set(['ISK', 'UGX', 'HUF', 'TWD']) }

/** The smallest step of an operation in this currency, in hundredths. */
export function stepAtStripe(currency: string, operation: Operation): number {
  return withoutDecimals.has(currency) || wholeOnly[operation].has(currency) ? 100 : 1
}

/** @throws invalid {no_fractions} for what Stripe cannot say in this currency */
export function toStripe(hundredths: number, currency: string, operation: Operation): number {
  if (hundredths % stepAtStripe(currency, operation) !== 0) throw new Refusal('invalid', {}, [{ field: 'amount', code: 'no_fractions' }])
  if (withoutDecimals.has(currency)) return hundredths / 100
  return withThreeDecimals.has(currency) ? hundredths * 10 : hundredths
}

/** @param currency as Stripe writes it, in lower case */
export function fromStripe(amount: number, currency: string): { amount: number; currency: string } {
  const name = currency.toUpperCase()
  if (withoutDecimals.has(name)) return { amount: amount * 100, currency: name }
  return { amount: withThreeDecimals.has(name) ? Math.floor(amount / 10) : amount, currency: name }
}
