import { expect, test } from 'vitest'
import { standingOf } from '#web/money/coupons/standing.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const coupon = { _id: '', code: 'SPRING', type: 'percent', value: 10, uses: 0, isActive: true, createdAt: '' } as const

test('a coupon says what it is at this moment, and being ended comes before anything else', () => {
  expect(standingOf(coupon, now)).toBe('running')
  expect(standingOf({ ...coupon, startsAt: '2026-05-02T00:00:00Z' }, now)).toBe('coming')
  expect(standingOf({ ...coupon, expiresAt: '2026-05-01T12:00:00Z' }, now)).toBe('expired')
  expect(standingOf({ ...coupon, maxUses: 3, uses: 3 }, now)).toBe('usedUp')
  expect(standingOf({ ...coupon, maxUses: 3, uses: 3, isActive: false }, now)).toBe('ended')
})
