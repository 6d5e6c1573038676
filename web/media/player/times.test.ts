import { expect, test } from 'vitest'
import { writeTime } from '#web/media/player/times.ts'

test.each([
  [0, '0:00'],
  [8.4, '0:08'],
  [9.9, '0:09'],
  [220, '3:40'],
  [3599, '59:59'],
  [3723, '1:02:03'],
  [3725, '1:02:05'],
  [Number.NaN, '0:00'],
  [-3, '0:00'],
  [Infinity, '0:00'],
])('%d seconds are written %s', (seconds, text) => expect(writeTime(seconds)).toBe(text))
