import { expect, test } from 'vitest'
import { stateOf } from '#web/money/coupons/state.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const coupon = { _id: '', code: 'SPRING', type: 'percent', value: 10, uses: 0, isActive: true, createdAt: '' } as const

test('a coupon says what it is at this moment, and being ended comes before anything else', () => {
  expect(stateOf(coupon, now)).toBe('running')
  expect(stateOf({ ...coupon, startsAt: '2026-05-02T00:00:00Z' }, now)).toBe('coming')
  expect(stateOf({ ...coupon, expiresAt: '2026-05-01T12:00:00Z' }, now)).toBe('expired')
  expect(stateOf({ ...coupon, maxUses: 3, uses: 3 }, now)).toBe('usedUp')
  expect(stateOf({ ...coupon, maxUses: 3, uses: 3, isActive: false }, now)).toBe('ended')
})
