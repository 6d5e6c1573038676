/**
 * Whether tokens are had so cheaply that a friendly creator can turn them into more money than they cost: whoever is tipped with them has
 * their worth less the site's share paid out. The operator is told; it stays theirs to decide.
 * @param paid what they cost
 * @param worth what they cost at the site's rate
 * @param commission percent
 */
export function canBeCashedOut({ paid, worth, commission }: { paid: number; worth: number; commission: number }): boolean {
  // In hundredths of a percent and of money, so that 20 % off at a share of 20 % is not lost in a fraction.
  return worth > 0 && paid > 0 && Math.round(paid * 10_000) <= Math.round(worth * (100 - commission) * 100)
}

interface Coupon {
  type: 'percent' | 'fixed'
  value: number
  /** The smallest top-up that it is good for. */
  least: number
}

/** The same of a coupon, at the top-up on which it gives most. */
export function couponCanBeCashedOut({ type, value, least }: Coupon, commission: number): boolean {
  if (type === 'percent') return canBeCashedOut({ paid: 100 - value, worth: 100, commission })
  return value > 0 && (least <= value || canBeCashedOut({ paid: least - value, worth: least, commission }))
}
