import { expect, test } from 'vitest'
import { isAdultOn } from '#server/people/accounts/adulthood.ts'

test('an adult is 18 years of 365 days old, exactly (specification.md section 4)', () => {
  // 18 × 365 days before 21 November 2026 is 25 November 2008: four leap days earlier than the calendar birthday.
  const today = new Date('2026-11-21T12:00:00Z')
  expect(isAdultOn('2008-11-25', today)).toBe(true)
  expect(isAdultOn('2008-11-26', today)).toBe(false)
})

test('the boundary day begins and ends at midnight UTC', () => {
  expect(isAdultOn('2008-11-25', new Date('2026-11-20T23:59:59.999Z'))).toBe(false)
  expect(isAdultOn('2008-11-25', new Date('2026-11-21T00:00:00Z'))).toBe(true)
})

test('a date before 1900, in the future or impossible proves nothing', () => {
  for (const date of ['1899-12-31', '0001-01-01', '2050-01-01', '1990-02-31x']) expect(isAdultOn(date, new Date('2026-11-21'))).toBe(false)
})
