import { expect, test } from 'vitest'
import { ordersOf, permutations } from '#server/money/payments/testing.ts'

test('of six events some orders are lived, and any four of the six come in each of their 24 orders among them', () => {
  const orders = ordersOf(6)
  if (!process.env['EVERY_ORDER']) expect(orders.length).toBeLessThan(60)
  expect(ordersOf(4)).toHaveLength(24)
  for (const four of permutations([0, 1, 2, 3, 4, 5]).map((order) => order.slice(0, 4))) {
    const isLived = orders.some((order) => order.filter((each) => four.includes(each)).join('') === four.join(''))
    expect(isLived, four.join('')).toBe(true)
  }
})
