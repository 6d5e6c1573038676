import { expect, test } from 'vitest'
import type { Promotion, Tier } from '#contract/money/offers.ts'
import { isOffered, lowered, paidPlansOf, promotionFor, savingOf } from '#web/money/offers/offer.ts'

const prices = { monthlyPrice: 5, threeMonthPrice: 12, yearlyPrice: 60 }
const promotion = (of: Partial<Promotion>): Promotion => ({
  _id: 'p',
  percentOff: 50,
  appliesTo: 'all',
  types: ['monthly'],
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-12-01T00:00:00Z',
  ...of,
})

test('nobody is asked to subscribe while the prices rest, whatever else a tier costs', () => {
  expect([isOffered(prices), isOffered({ monthlyPrice: 0 })]).toEqual([true, false])
})

test('only the lengths that have a price are offered, each with what it saves', () => {
  expect(paidPlansOf(prices)).toEqual(['monthly', 'three_months', 'yearly'])
  expect([savingOf(prices, 'three_months'), savingOf(prices, 'yearly'), savingOf(prices, 'monthly')]).toEqual([20, 0, 0])
})

test('the most generous promotion that counts for the length and the tier', () => {
  const gold = { _id: 'gold' } as Tier
  const [some, more, forGold] = [
    promotion({}),
    promotion({ _id: 'more', percentOff: 60 }),
    promotion({ _id: 'g', percentOff: 90, tierId: 'gold' }),
  ]
  expect(promotionFor([some, more, forGold], 'monthly', undefined)?._id).toBe('more')
  expect(promotionFor([some, more, forGold], 'monthly', gold)?._id).toBe('g')
  expect(promotionFor([some], 'yearly', undefined)).toBeUndefined()
  expect(promotionFor([some], 'free', undefined)).toBeUndefined()
})

test('a lowered price is that of the server: rounded up to the cent', () => {
  expect(lowered(4.95, promotion({ percentOff: 33 }), 'USD')).toBe(3.32)
  expect(lowered(0.01, promotion({ percentOff: 90 }), 'USD')).toBe(0.01)
  expect(lowered(4.95, undefined, 'USD')).toBe(4.95)
  expect(lowered(495, promotion({ percentOff: 33 }), 'JPY')).toBe(332)
})
