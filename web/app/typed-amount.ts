/**
 * "1,200.50" or "１２００.５" as people type it, to a decimal with at most two places; undefined when it is no amount. A comma before one or
 * two last digits is the decimal sign that some keyboards have in place of a point.
 */
export function amountIn(typed: string): number | undefined {
  const plain = typed.normalize('NFKC').replaceAll(/\s/g, '')
  const spelled = /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', '')
  return /^\d{1,8}(\.\d{1,2})?$/.test(spelled) ? Number(spelled) : undefined
}

/** A price as people type it; NaN when it is none. */
export function priceOf(typed: string): number {
  return amountIn(typed) ?? Number.NaN
}

/** How many tokens an amount buys, rounded down to hundredths as the server does. @param rate currency per token */
export function tokensFor(amount: number, rate: number): number {
  return Math.floor((Math.round(amount * 100) * 10_000) / Math.round(rate * 10_000)) / 100
}
