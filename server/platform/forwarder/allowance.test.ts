import { expect, test } from 'vitest'
import { Allowance } from '#server/platform/forwarder/allowance.ts'

test('a storm is granted a second’s worth and then what a second brings, and who asks for little always has it', () => {
  const storm = new Allowance(400)
  expect(storm.take(5000, 0)).toBe(400)
  expect(storm.take(5000, 0)).toBe(0)
  let granted = 0
  for (let ms = 1; ms <= 2000; ms++) granted += storm.take(5000, ms)
  expect(granted).toBeGreaterThanOrEqual(799)
  expect(granted).toBeLessThanOrEqual(800)
  const calm = new Allowance(400)
  for (let ms = 0; ms <= 10_000; ms += 50) expect(calm.take(10, ms)).toBe(10)
})
