import { expect, test } from 'vitest'
import { isTonight } from '#web/windows/front/tonight.ts'

const at = (hour: string) => Date.parse(`2026-11-2${hour}:00+08:00`)
const isOn = (show: string, now: string) => isTonight(at(show), at(now), 'Asia/Taipei')

test('tonight lasts until five in the morning, by the clock of whoever reads', () => {
  expect(isOn('2T21:30', '2T18:00')).toBe(true)
  expect(isOn('3T04:30', '2T18:00'), 'after midnight it is still the same night').toBe(true)
  expect(isOn('3T05:30', '2T18:00')).toBe(false)
  expect(isOn('3T21:30', '2T18:00')).toBe(false)
  expect(isOn('2T17:00', '2T18:00'), 'what has begun is not to come').toBe(false)
  expect(isOn('3T03:00', '3T01:00'), 'at one in the morning the night goes on').toBe(true)
  expect(isTonight(at('3T04:30'), at('2T18:00'), 'UTC'), 'in London that is the same evening').toBe(true)
  expect(isTonight(at('3T14:00'), at('3T12:00'), 'Asia/Tokyo')).toBe(true)
})
