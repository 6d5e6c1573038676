import { expect, test } from 'vitest'
import { percentsOf } from '#web/catalogue/feeds/percents.ts'

test('the percents of a poll add up to a hundred, and nobody gets more for fewer votes', () => {
  expect(percentsOf([1, 1, 1])).toEqual([34, 33, 33])
  expect(percentsOf([2, 1])).toEqual([67, 33])
  expect(percentsOf([0, 0])).toEqual([0, 0])
  expect(percentsOf([5, 0])).toEqual([100, 0])
  for (const counts of [
    [3, 3, 1],
    [1, 2, 3, 4],
    [999, 1],
    [7, 7, 7, 7, 7, 7],
  ])
    expect(percentsOf(counts).reduce((sum, part) => sum + part)).toBe(100)
})
