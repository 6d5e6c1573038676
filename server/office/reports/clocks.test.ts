import { expect, test } from 'vitest'
import { reportReasons, urgentReasons } from '#contract/office/report-names.ts'
import { dueAt } from '#server/office/reports/clocks.ts'

const due = (at: string, reason: Parameters<typeof dueAt>[1], timeZone = 'Asia/Taipei') =>
  dueAt(new Date(at), reason, timeZone).toISOString()

test('what cannot wait is due in 48 hours, at the weekend too', () => {
  expect([...urgentReasons].sort()).toEqual(['depicted', 'illegal', 'minor', 'non_consensual'])
  for (const reason of urgentReasons) expect(due('2026-11-27T15:04:00Z', reason)).toBe('2026-11-29T15:04:00.000Z')
})

test('the rest is due in seven working days, at the same hour', () => {
  const others = reportReasons.filter((reason) => !urgentReasons.includes(reason))
  // Tuesday 24 November, and two weekend days on the way.
  for (const reason of others) expect(due('2026-11-24T02:30:00Z', reason)).toBe('2026-12-03T02:30:00.000Z')
})

test('a weekend counts nothing: what comes on Saturday is due when what came on Friday is', () => {
  const days = (at: string) => due(at, 'scam').slice(0, 10)
  expect(days('2026-11-27T02:00:00Z')).toBe('2026-12-08')
  expect(days('2026-11-28T02:00:00Z')).toBe('2026-12-08')
  expect(days('2026-11-29T02:00:00Z')).toBe('2026-12-08')
  expect(days('2026-11-30T02:00:00Z')).toBe('2026-12-09')
})

test('a Saturday is one where the office works, whatever day it is elsewhere', () => {
  // Friday night in London is Saturday morning in Taipei; Sunday night in London is Monday there.
  expect(due('2026-11-27T23:00:00Z', 'scam', 'UTC')).toBe('2026-12-08T23:00:00.000Z')
  expect(due('2026-11-27T23:00:00Z', 'scam', 'Asia/Taipei')).toBe('2026-12-07T23:00:00.000Z')
  expect(due('2026-11-29T23:00:00Z', 'scam', 'UTC')).toBe('2026-12-08T23:00:00.000Z')
  expect(due('2026-11-29T23:00:00Z', 'scam', 'Asia/Taipei')).toBe('2026-12-08T23:00:00.000Z')
})

test('a change of clocks on the way leaves the hour of the day as it is', () => {
  // New York goes back to standard time on 1 November.
  expect(due('2026-10-28T14:00:00Z', 'other', 'America/New_York')).toBe('2026-11-06T15:00:00.000Z')
})
