/**
 * Whole percents that add up to exactly 100: the parts that lost most by rounding down get the rest. All zero when there is nothing.
 */
export function sharesOf(values: readonly number[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0)
  if (whole <= 0) return values.map(() => 0)
  const exact = values.map((value) => (value / whole) * 100)
  const shares = exact.map(Math.floor)
  const byLoss = exact.map((value, place) => ({ place, loss: value - Math.floor(value) })).toSorted((a, b) => b.loss - a.loss)
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0)
  for (const { place } of byLoss.slice(0, missing)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}
