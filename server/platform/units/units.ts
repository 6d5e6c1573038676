// Amounts. Inside, tokens and money are whole hundredths; on the wire they are decimals with at most two places.

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

/** What tokens are worth at this rate, in minor units, rounded down: nobody is paid more than their tokens. */
export function tokensInMoney(tokens: number, ratePerToken: number): number {
  return Math.floor((tokens * Math.round(ratePerToken * 10_000)) / 10_000)
}
