import { afterEach, expect, test, vi } from 'vitest'
import { isAdult, isTooYoung, keepBirthDate, keepTooYoung, keptBirthDate } from '#web/people/accounts/age.ts'

afterEach(() => vi.unstubAllGlobals())

test('an adult is 18 years of 365 days old, to the day (specification section 4)', () => {
  const born = Date.parse('2000-01-01T00:00:00Z')
  const eighteen = born + 18 * 365 * 86_400_000
  expect(isAdult('2000-01-01', eighteen)).toBe(true)
  expect(isAdult('2000-01-01', eighteen - 1)).toBe(false)
})

test('no date, and what is no date, is no adult', () => {
  for (const wrong of [null, undefined, '', 'yes', '2000-13-45']) expect(isAdult(wrong, Date.now())).toBe(false)
})

test('who answered that they are too young has answered for the day; who answered nothing may', () => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  const now = Date.parse('2026-11-24T12:00:00Z')
  for (const none of [null, undefined, '', 'yes']) expect(isTooYoung(none, now)).toBe(false)
  expect(isTooYoung('1990-01-01', now)).toBe(false)
  keepTooYoung('2012-08-21')
  expect(page.cookie).toContain('max-age=86400')
  expect(isTooYoung(keptBirthDate(), now)).toBe(true)
})

test('an adult’s birth date is kept in eighteen_day, for 365 days or until the browser closes', () => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  keepBirthDate('1990-01-01', true)
  expect(page.cookie).toMatch(/^eighteen_day=1990-01-01;.*; max-age=31536000$/)
  keepBirthDate('1990-01-01', false)
  expect(page.cookie).toMatch(/^eighteen_day=1990-01-01;/)
  expect(page.cookie).not.toMatch(/max-age|expires/i)
})
