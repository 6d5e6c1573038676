import { expect, test } from 'vitest'
import { fieldFrom, instantFrom, startOfDay } from '#web/app/zoned-time.ts'

test('half past nine in Taipei is half past one in UTC, there and back', () => {
  expect(instantFrom('2026-11-21T21:30', 'Asia/Taipei')).toBe('2026-11-21T13:30:00.000Z')
  expect(fieldFrom('2026-11-21T13:30:00.000Z', 'Asia/Taipei')).toBe('2026-11-21T21:30')
})

test('a schedule after the clocks change keeps its hour', () => {
  expect(instantFrom('2026-11-02T09:00', 'America/New_York')).toBe('2026-11-02T14:00:00.000Z')
  expect(instantFrom('2026-10-30T09:00', 'America/New_York')).toBe('2026-10-30T13:00:00.000Z')
})

test('in the hours around a change of clocks, west and east of Greenwich, the field means what the clock on the wall shows', () => {
  expect(instantFrom('2026-11-01T03:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z')
  expect(instantFrom('2026-03-08T04:00', 'America/New_York')).toBe('2026-03-08T08:00:00.000Z')
  expect(instantFrom('2026-03-29T01:30', 'Europe/Berlin')).toBe('2026-03-29T00:30:00.000Z')
  expect(instantFrom('2026-03-29T03:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  for (const field of ['2026-11-01T00:30', '2026-11-01T02:30', '2026-11-01T04:30'])
    expect(fieldFrom(instantFrom(field, 'America/New_York'), 'America/New_York')).toBe(field)
})

test('an empty or broken field means no moment', () => {
  expect(instantFrom('', 'UTC')).toBeUndefined()
  expect(instantFrom('soon', 'UTC')).toBeUndefined()
  expect(fieldFrom(undefined, 'UTC')).toBe('')
})

test('a day begins at the reader’s midnight', () => {
  expect(startOfDay('2026-11-21', 'Asia/Taipei')).toBe('2026-11-20T16:00:00.000Z')
  expect(startOfDay('', 'Asia/Taipei')).toBeUndefined()
})
