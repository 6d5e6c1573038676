import { expect, test } from 'vitest'
import { isAdult } from '#web/people/accounts/age.ts'

test('an adult is 18 years of 365 days old, to the day (specification section 4)', () => {
  const born = Date.parse('2000-01-01T00:00:00Z')
  const eighteen = born + 18 * 365 * 86_400_000
  expect(isAdult('2000-01-01', eighteen)).toBe(true)
  expect(isAdult('2000-01-01', eighteen - 1)).toBe(false)
})

test('no date, and what is no date, is no adult', () => {
  for (const wrong of [null, undefined, '', 'yes', '2000-13-45']) expect(isAdult(wrong, Date.now())).toBe(false)
})
