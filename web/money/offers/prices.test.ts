import { expect, test } from 'vitest'
import { boundsOf, draftOf, leastOf, savingIn, sentPrices, type PriceDraft, priceFields, wrongPrice } from '#web/money/offers/prices.ts'

const site = { minimum: 2.95, maximum: 300 }
const draft = draftOf({ monthlyPrice: 5, threeMonthPrice: 12 })
const wrongIn = (typed: PriceDraft) =>
  Object.fromEntries(priceFields.map((field) => [field, wrongPrice(typed, field, site)]).filter(([, wrong]) => wrong !== undefined))

test('an empty bundle is not sold; a month needs its price, and everything its bounds', () => {
  expect(wrongIn(draft)).toEqual({})
  expect(wrongIn({ ...draft, monthlyPrice: '', threeMonthPrice: '8.84', yearlyPrice: 'much' })).toEqual({
    monthlyPrice: 'price',
    threeMonthPrice: 'bounds',
    yearlyPrice: 'price',
  })
  expect(boundsOf('sixMonthPrice', site)).toEqual({ minimum: 17.7, maximum: 1800 })
})

test('a longer time that costs less than a shorter one is told at its field, whichever lengths are left out', () => {
  expect(wrongIn({ ...draft, sixMonthPrice: '30', yearlyPrice: '29.99' })).toEqual({ yearlyPrice: 'order' })
  expect(wrongIn({ ...draft, threeMonthPrice: '', sixMonthPrice: '30', yearlyPrice: '30' })).toEqual({})
  expect(wrongIn({ ...draft, yearlyPrice: '11.99' })).toEqual({ yearlyPrice: 'order' })
  expect(leastOf({ ...draft, sixMonthPrice: 'much' }, 'yearlyPrice')).toBe(12)
})

test('what a bundle saves, and what is sent', () => {
  expect(savingIn(draft, 'threeMonthPrice')).toBe(20)
  expect(savingIn(draft, 'yearlyPrice')).toBeUndefined()
  expect(sentPrices(draft)).toEqual({ monthlyPrice: 5, threeMonthPrice: 12, sixMonthPrice: null, yearlyPrice: null })
})
