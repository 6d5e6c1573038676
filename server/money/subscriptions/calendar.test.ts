import { expect, test } from 'vitest'
import { addMonths, monthsIn } from '#server/money/subscriptions/calendar.ts'

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
  const ends = [1, 2, 3, 4].map((n) => addMonths(at('2026-01-31'), n))
  expect(ends).toEqual([at('2026-02-28'), at('2026-03-31'), at('2026-04-30'), at('2026-05-31')])
})

test('a year is a calendar year, also from 29 February', () => {
  expect(addMonths(at('2026-11-21'), monthsIn.yearly)).toEqual(at('2027-11-21'))
  expect(addMonths(at('2028-02-29'), monthsIn.yearly)).toEqual(at('2029-02-28'))
  expect(addMonths(at('2028-02-29'), monthsIn.yearly * 4)).toEqual(at('2032-02-29'))
})

test('bundles are three and six calendar months', () => {
  expect(addMonths(at('2026-11-30'), monthsIn.three_months)).toEqual(at('2027-02-28'))
  expect(addMonths(at('2027-08-31'), monthsIn.six_months)).toEqual(at('2028-02-29'))
})

test('the anchor itself is left alone', () => {
  const anchor = at('2026-01-31')
  addMonths(anchor, 5)
  expect(anchor).toEqual(at('2026-01-31'))
})
