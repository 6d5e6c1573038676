import { expect, test } from 'vitest'
import { mostAtOnce, optionsFor } from '#web/money/payments/top-up.ts'

const site = { tokenConversionRate: 0.1, minimumWalletPrice: 2.95, maximumWalletPrice: 300, currency: 'USD' }
const pack = (tokens: number, price: number, bonusTokens = 0) => ({
  _id: `p${tokens}`,
  name: String(tokens),
  price,
  tokens,
  bonusTokens,
  order: 0,
  isActive: true,
})

test('only what is enough is offered, cheapest first', () => {
  const options = optionsFor(35, [pack(1000, 95), pack(30, 3), pack(100, 10)], site)
  expect(options.map((option) => option.price)).toEqual([3.5, 10, 95])
  expect(options[0]).toMatchObject({ tokens: 35, body: { amount: 3.5 } })
})

test('the plain amount is at least what the site takes, and brings what it costs', () => {
  expect(optionsFor(1, [], site)).toEqual([{ id: 'amount', tokens: 29.5, price: 2.95, saved: 0, body: { amount: 2.95 } }])
})

test('a package that costs no more than the plain amount makes that one needless', () => {
  expect(optionsFor(100, [pack(100, 9)], site).map((option) => option.id)).toEqual(['p100'])
})

test('bonus tokens count, and what they save is told', () => {
  expect(optionsFor(1100, [pack(1000, 95, 150)], site)[0]).toMatchObject({ tokens: 1150, saved: 20 })
})

test('more than one payment may bring is not offered as an amount: the most that one brings is, for a beginning', () => {
  expect(optionsFor(5000, [], site)).toEqual([])
  expect(mostAtOnce([pack(100, 10)], site).map(({ tokens, price }) => [tokens, price])).toEqual([[3000, 300]])
  const inYen = { tokenConversionRate: 15.5, minimumWalletPrice: 300, maximumWalletPrice: 50_000.5, currency: 'JPY' }
  expect(mostAtOnce([], inYen)[0]).toMatchObject({ tokens: 3225.8, body: { amount: 50_000 } })
})

test('a package that brings more than the plain amount may leads, where it is sold', () => {
  const packs = [pack(4000, 350), pack(9000, 700), { ...pack(20_000, 1500), isActive: false }]
  expect(mostAtOnce(packs, site).map(({ id }) => id)).toEqual(['p9000', 'p4000', 'amount'])
})

test('yen are asked for whole', () => {
  const inYen = { tokenConversionRate: 15.5, minimumWalletPrice: 300, maximumWalletPrice: 50_000, currency: 'JPY' }
  expect(optionsFor(35.1, [], inYen)[0]).toMatchObject({ price: 545, body: { amount: 545 } })
})
