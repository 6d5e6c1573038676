import { expect, test } from 'vitest'
import { countdownOf } from '#web/catalogue/feeds/countdown.ts'

const minutes = (n: number) => n * 60_000

test('a countdown speaks in days, then hours, then minutes, and ends', () => {
  expect(countdownOf(minutes(3 * 1440 + 5))).toEqual({ unit: 'days', count: 3 })
  expect(countdownOf(minutes(47 * 60))).toEqual({ unit: 'hours', count: 47 })
  expect(countdownOf(minutes(119))).toEqual({ unit: 'minutes', count: 119 })
  expect(countdownOf(1)).toEqual({ unit: 'minutes', count: 1 })
  expect(countdownOf(0)).toBeUndefined()
})
