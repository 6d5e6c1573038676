// What a coupon is worth in words of the table, and whether it helps anybody now.
import type { Coupon } from '#web/money/coupons/queries.ts'

export type CouponState = 'running' | 'coming' | 'usedUp' | 'expired' | 'ended' | 'rests'

export function stateOf({ isActive, startsAt, expiresAt, maxUses, uses, pricesIn }: Coupon, nowMs: number): CouponState {
  if (!isActive) return 'ended'
  if (expiresAt && Date.parse(expiresAt) <= nowMs) return 'expired'
  if (pricesIn) return 'rests'
  if (startsAt && Date.parse(startsAt) > nowMs) return 'coming'
  return maxUses !== undefined && uses >= maxUses ? 'usedUp' : 'running'
}

export const tones = { running: 'ok', coming: 'waiting', usedUp: 'quiet', expired: 'quiet', ended: 'quiet', rests: 'quiet' } as const
