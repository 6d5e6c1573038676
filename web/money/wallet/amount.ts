/** "1,200.50" or "１２００.５" as people type it, to a decimal with at most two places; undefined when it is no amount. */
export function amountIn(typed: string): number | undefined {
  const plain = typed.normalize('NFKC').replace(/[,\s]/g, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

/** How many tokens an amount buys, rounded down to hundredths as the server does. @param rate currency per token */
export function tokensFor(amount: number, rate: number): number {
  return Math.floor(((Math.round(amount * 100) * 100) / Math.round(rate * 100 * 100)) * 100) / 100
}
