import { expect, test } from 'vitest'
import { restMs } from '#web/stage/live/negotiating.ts'
import { gradeOf } from '#web/stage/live/use-sending.ts'

test('what gets through is said in three words', () => {
  expect(gradeOf({ kbits: 1800, loss: 0.4, roundTripMs: 40 })).toBe('good')
  expect(gradeOf({ kbits: 1800, loss: 3, roundTripMs: 40 })).toBe('fair')
  expect(gradeOf({ kbits: 1800, loss: 0, roundTripMs: 450 })).toBe('fair')
  expect(gradeOf({ kbits: 90, loss: 0, roundTripMs: 40 })).toBe('poor')
  expect(gradeOf({ kbits: 1800, loss: 12, roundTripMs: 40 })).toBe('poor')
})

test('whoever tries again rests longer each time, and never more than some seconds', () => {
  const rests = [0, 1, 2, 3, 20].map(restMs)
  expect(rests[0]).toBeLessThan(700)
  expect(rests[3]).toBeGreaterThan(2500)
  for (const rest of rests) expect(rest).toBeLessThanOrEqual(12_500)
})
