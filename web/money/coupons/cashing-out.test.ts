import { expect, test } from 'vitest'
import { canBeCashedOut, couponCanBeCashedOut } from '#web/money/coupons/cashing-out.ts'

const commission = 20

test('a pack whose bonus gives as much away as the site keeps can be cashed out through a friendly creator', () => {
  const pack = (price: number, tokens: number) => canBeCashedOut({ paid: price, worth: tokens * 0.1, commission })
  expect([pack(10, 100), pack(10, 115), pack(10, 124.99)]).toEqual([false, false, false])
  expect([pack(10, 125), pack(80, 1000), pack(10, 500)]).toEqual([true, true, true])
  expect(pack(0, 100), 'nothing is typed yet').toBe(false)
})

test('a coupon is told about from the site’s share on; a fixed one by the smallest top-up that it is good for', () => {
  const coupon = (type: 'percent' | 'fixed', value: number, least = 5) => couponCanBeCashedOut({ type, value, least }, commission)
  expect([coupon('percent', 19), coupon('percent', 20), coupon('percent', 99)]).toEqual([false, true, true])
  expect([coupon('fixed', 1, 10), coupon('fixed', 2, 10), coupon('fixed', 10, 10), coupon('fixed', 0, 0)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
