import { expect, test } from 'vitest'
import { amountIn, tokensFor } from '#web/app/typed-amount.ts'

test('amounts are read as people type them, full-width digits and commas too', () => {
  expect(amountIn('12.5')).toBe(12.5)
  expect(amountIn(' 1,200 ')).toBe(1200)
  expect(amountIn('１２')).toBe(12)
  expect(amountIn('12，5')).toBe(12.5)
  expect(amountIn('1,20')).toBe(1.2)
})

test('what is no amount of money is none', () => {
  for (const wrong of ['', 'ten', '-5', '1.234', '1e3', '12.', 'NaN']) expect(amountIn(wrong)).toBeUndefined()
})

test('an amount buys as many tokens as the rate gives, never a fraction of a hundredth more', () => {
  expect(tokensFor(10, 0.1)).toBe(100)
  expect(tokensFor(2.95, 0.1)).toBe(29.5)
  expect(tokensFor(10, 3)).toBe(3.33)
})

test('what is said before paying is what the server gives, for every amount and rate', () => {
  for (const rate of [0.01, 0.05, 0.1, 0.3, 0.57, 1, 3, 29.9])
    for (let hundredths = 100; hundredths <= 30_000; hundredths++)
      // payments.ts, in hundredths of both.
      expect(Math.round(tokensFor(hundredths / 100, rate) * 100)).toBe(Math.floor((hundredths * 10_000) / Math.round(rate * 10_000)))
})
