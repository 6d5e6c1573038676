import { expect, test } from 'vitest'
import { boundsOf, draftOf, leastOf, savingIn, sentPrices, wrongPrices } from '#web/money/offers/prices.ts'

const site = { minimum: 2.95, maximum: 300 }
const draft = draftOf({ monthlyPrice: 5, threeMonthPrice: 12 })

test('an empty bundle is not sold; a month needs its price, and everything its bounds', () => {
  expect(wrongPrices(draft, site)).toEqual({})
  expect(wrongPrices({ ...draft, monthlyPrice: '', threeMonthPrice: '8.84', yearlyPrice: 'much' }, site)).toEqual({
    monthlyPrice: 'price',
    threeMonthPrice: 'bounds',
    yearlyPrice: 'price',
  })
  expect(boundsOf('sixMonthPrice', 2.95, 300)).toEqual({ minimum: 17.7, maximum: 1800 })
})

test('a longer time that costs less than a shorter one is told at its field, whichever lengths are left out', () => {
  expect(wrongPrices({ ...draft, sixMonthPrice: '30', yearlyPrice: '29.99' }, site)).toEqual({ yearlyPrice: 'order' })
  expect(wrongPrices({ ...draft, threeMonthPrice: '', sixMonthPrice: '30', yearlyPrice: '30' }, site)).toEqual({})
  expect(wrongPrices({ ...draft, yearlyPrice: '11.99' }, site)).toEqual({ yearlyPrice: 'order' })
  expect(leastOf({ ...draft, sixMonthPrice: 'much' }, 'yearlyPrice')).toBe(12)
})

test('what a bundle saves, and what is sent', () => {
  expect(savingIn(draft, 'threeMonthPrice')).toBe(20)
  expect(savingIn(draft, 'yearlyPrice')).toBeUndefined()
  expect(sentPrices(draft)).toEqual({ monthlyPrice: 5, threeMonthPrice: 12, sixMonthPrice: null, yearlyPrice: null })
})
