import { expect, test } from 'vitest'
import { isoDuration, writeTime } from '#web/media/player/times.ts'

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [220, '3:40'],
  [3599, '59:59'],
  [3725, '1:02:05'],
  [Number.NaN, '0:00'],
  [-3, '0:00'],
  [Infinity, '0:00'],
])('%d seconds are written %s', (seconds, text) => expect(writeTime(seconds)).toBe(text))

test('a duration for machines', () => expect(isoDuration(220.4)).toBe('PT220S'))
