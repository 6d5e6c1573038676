import { expect, test } from 'vitest'
import { addMonths, endOfPeriod } from '#server/money/subscriptions/calendar.ts'

const at = (day: string) => new Date(`${day}T22:30:00.000Z`)

test('a month is a calendar month, at the same time of day', () => {
  expect(addMonths(at('2026-11-21'), 1)).toEqual(at('2026-12-21'))
  expect(addMonths(at('2026-12-15'), 1)).toEqual(at('2027-01-15'))
})

test('a month that is too short ends on its last day: 31 January is followed by 28 February, or 29 in a leap year', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'))
  expect(addMonths(at('2028-01-31'), 1)).toEqual(at('2028-02-29'))
  expect(addMonths(at('2026-08-31'), 1)).toEqual(at('2026-09-30'))
})

test('and the 31st comes back after it, because months are counted from the first day', () => {
  const ends = [1, 2, 3, 4].map((n) => endOfPeriod(at('2026-01-31'), 'monthly', n))
  expect(ends).toEqual([at('2026-02-28'), at('2026-03-31'), at('2026-04-30'), at('2026-05-31')])
})

test('a year is a calendar year, also from 29 February', () => {
  expect(endOfPeriod(at('2026-11-21'), 'yearly', 1)).toEqual(at('2027-11-21'))
  expect(endOfPeriod(at('2028-02-29'), 'yearly', 1)).toEqual(at('2029-02-28'))
  expect(endOfPeriod(at('2028-02-29'), 'yearly', 4)).toEqual(at('2032-02-29'))
})

test('the anchor itself is left alone', () => {
  const anchor = at('2026-01-31')
  addMonths(anchor, 5)
  expect(anchor).toEqual(at('2026-01-31'))
})
