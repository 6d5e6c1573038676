import { expect, test } from 'vitest'
import { partsOf } from '#web/stage/live/countdown.ts'

test('what is left is said in days and a clock', () => {
  expect(partsOf(0)).toEqual({ days: 0, hours: '00', minutes: '00', seconds: '00' })
  expect(partsOf(61_999)).toEqual({ days: 0, hours: '00', minutes: '01', seconds: '01' })
  expect(partsOf(2 * 86_400_000 + 3_600_000)).toEqual({ days: 2, hours: '01', minutes: '00', seconds: '00' })
})
