import { expect, test } from 'vitest'
import { weekdayOf } from '#web/app/zoned-time.ts'
import { dayIn, hourIn } from '#web/app/zoned-time.ts'
import { byDay, daysAgo, monthStart, monthSum } from '#web/money/wallet/days.ts'

const line = (createdAt: string, type = 'tip', amount = -10) => ({ createdAt, type, amount })

test('two lines on one side of midnight in Taipei share a day, though in London they do not', () => {
  const lines = [line('2026-11-21T00:30:00Z'), line('2026-11-20T23:30:00Z')]
  expect(byDay(lines, 'Asia/Taipei').map(({ date }) => date)).toEqual(['2026-11-21'])
  expect(byDay(lines, 'Europe/London').map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-20'])
})

test('midnight is written 00:00 and belongs to the day that begins', () => {
  const midnight = Date.parse('2026-11-20T16:00:00Z')
  expect(dayIn(midnight, 'Asia/Taipei')).toBe('2026-11-21')
  expect(hourIn(midnight, 'Asia/Taipei')).toBe('00:00')
})

test('days are counted by the calendar, not by hours', () => {
  expect(daysAgo('2026-11-20', '2026-11-21')).toBe(1)
  expect(daysAgo('2026-10-31', '2026-11-01')).toBe(1)
  expect(weekdayOf('2026-11-21')).toBe(6)
})

test('a month begins in Taipei while in UTC it is still the month before', () => {
  expect(monthStart(Date.parse('2026-10-31T16:00:00Z'), 'Asia/Taipei')).toBe('2026-11-01')
  expect(monthStart(Date.parse('2026-10-31T15:59:59Z'), 'Asia/Taipei')).toBe('2026-10-01')
})

test('a month counts what was spent less what came back, and what was topped up, without rounding', () => {
  const lines = [
    line('2026-11-21T10:00:00Z', 'tip', -0.1),
    line('2026-11-20T10:00:00Z', 'feed', -0.2),
    line('2026-11-20T11:00:00Z', 'feed', 0.2),
    line('2026-11-01T10:00:00Z', 'top_up', 1000),
    line('2026-11-01T09:00:00Z', 'granted', 50),
    line('2026-10-31T10:00:00Z', 'tip', -400),
  ]
  expect(monthSum(lines, Date.parse('2026-11-21T12:00:00Z'), 'Asia/Taipei')).toEqual({ month: 11, spent: 0.1, toppedUp: 1000 })
})
