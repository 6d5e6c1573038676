// Amounts. Inside, tokens and money are whole hundredths, whatever the currency (1,000 yen are 100,000); on the wire they are decimals with
// at most two places. What a provider counts in is its driver's affair.
import { kept } from '#contract/kept.ts'

/** 12.34 on the wire becomes 1234. The contract has already refused a third decimal. */
export function toHundredths(amount: number): number {
  return Math.round(amount * 100)
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100
}

/** A price in money as tokens at this rate (money per token, in ten-thousandths), rounded up to 0.01 token (calls.md, units). */
export function priceInTokens(priceMinor: number, ratePerToken: number): number {
  return Math.ceil((priceMinor * 10_000) / Math.round(ratePerToken * 10_000))
}

/** What tokens are worth at this rate, in hundredths, rounded down to such a step: nobody is paid more than their tokens. */
export function tokensInMoney(tokens: number, ratePerToken: number, step = 1): number {
  return Math.floor((tokens * Math.round(ratePerToken * 10_000)) / 10_000 / step) * step
}

const digitsOf = kept(
  (currency: string) => new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
)

/** The smallest step that a currency has, in hundredths, by ISO 4217: 100 where there are no cents (JPY), 1 for all others. */
export function stepOf(currency: string): number {
  return 10 ** Math.max(0, 2 - digitsOf(currency))
}

/** As a bank's file writes it: 10.00 US dollars, 1000 yen. */
export function inDecimals(hundredths: number, currency: string): string {
  return (hundredths / 100).toFixed(stepOf(currency) === 1 ? 2 : 0)
}

const moneyIn = kept((name: `${string} ${string}`) => {
  const [language, currency] = name.split(' ')
  return new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? '' })
})

/** As people read it, with the digits that the currency has: US$10.00, ¥1,000. */
export function writtenMoney(hundredths: number, currency: string, language: string): string {
  return moneyIn(`${language} ${currency}`).format(hundredths / 100)
}

const numbersIn = kept((language: string) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))

/** Tokens, or how many: 1,280 or 12.5. */
export function writtenNumber(value: number, language: string): string {
  return numbersIn(language).format(value)
}
