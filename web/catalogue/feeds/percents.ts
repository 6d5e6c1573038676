/** Whole percents that add up to 100: the largest remainders get what rounding down left over. */
export function percentsOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / total)
  const whole = exact.map(Math.floor)
  const left = 100 - whole.reduce((sum, part) => sum + part, 0)
  const byRest = exact.map((part, place) => ({ place, rest: part % 1 })).toSorted((a, b) => b.rest - a.rest || a.place - b.place)
  for (const { place } of byRest.slice(0, left)) whole[place] = (whole[place] ?? 0) + 1
  return whole
}
