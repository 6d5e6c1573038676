// What amounts the site's currency has: yen have no cents, and no gateway collects less than a coffee's worth of small change.
import { Refusal, type FieldError } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, stepOf, toHundredths } from '#server/platform/units/units.ts'
import type { Key, Settings } from '#server/site/settings/table.ts'

/**
 * The least that is asked for in one payment, in hundredths: Stripe's minimum charge (docs.stripe.com/currencies, minimum and maximum
 * charge amounts); for New Taiwan dollars, which it does not list, what is worth at least its 0.50 US dollars.
 */
const least: Readonly<Record<string, number>> = { JPY: 5000, TWD: 2000 }

export function smallestPayment(currency: string): number {
  return least[currency] ?? 50
}

/** @throws invalid {no_fractions} for every one of these amounts, in hundredths, that the currency cannot express (1,000.50 yen) */
export function refuseFractions(currency: string, amounts: Readonly<Record<string, number | null | undefined>>): void {
  const step = stepOf(currency)
  const wrongs = Object.entries(amounts).filter(([, amount]) => typeof amount === 'number' && amount % step !== 0)
  if (wrongs.length > 0)
    throw new Refusal(
      'invalid',
      {},
      wrongs.map(([field]) => ({ field, code: 'no_fractions' })),
    )
}

const payable: readonly Key[] = ['minimumSubscriptionPrice', 'minimumWalletPrice']
/** Money of the site's own, without a currency beside it: it is in the site's. */
export const sumsOf: readonly Key[] = [
  'minimumSubscriptionPrice',
  'maximumSubscriptionPrice',
  'minimumWalletPrice',
  'maximumWalletPrice',
  'minimumPayoutAmount',
  'payoutFee',
]

/** Which of the site's own sums are none in its currency. Those that were not touched count when the currency is changed. */
export function wrongSums(after: Settings, isChecked: (key: Key) => boolean): FieldError[] {
  const { currency } = after
  const [step, smallest] = [stepOf(currency), smallestPayment(currency)]
  return sumsOf
    .filter((key) => isChecked('currency') || isChecked(key))
    .flatMap((field) => {
      const sum = toHundredths(Number(after[field]))
      if (sum % step !== 0) return [{ field, code: 'no_fractions' }]
      return payable.includes(field) && sum < smallest ? [{ field, code: 'too_small', limit: fromHundredths(smallest) }] : []
    })
}
