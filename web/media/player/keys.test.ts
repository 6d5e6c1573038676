import { expect, test, vi } from 'vitest'
import { pressed } from '#web/media/player/keys.ts'

const acts = () => ({ toggle: vi.fn(), skip: vi.fn(), goTo: vi.fn(), louder: vi.fn(), mute: vi.fn(), full: vi.fn() })

test('the letters work wherever the focus is', () => {
  const on = acts()
  for (const key of ['k', 'J', 'l', 'm', 'F']) expect(pressed(key, true, on)).toBe(true)
  expect(on.toggle).toHaveBeenCalledOnce()
  expect(on.skip.mock.calls).toEqual([[-10], [10]])
  expect(on.mute).toHaveBeenCalledOnce()
  expect(on.full).toHaveBeenCalledOnce()
})

test('space and arrows are left to a slider or a button that has the focus', () => {
  const on = acts()
  expect([' ', 'ArrowLeft', 'ArrowUp', 'Enter'].map((key) => pressed(key, true, on))).toEqual([false, false, false, false])
  expect([' ', 'ArrowLeft', 'ArrowUp'].map((key) => pressed(key, false, on))).toEqual([true, true, true])
  expect(on.skip).toHaveBeenCalledWith(-5)
  expect(on.louder).toHaveBeenCalledWith(0.1)
})

test('a digit goes to that tenth, any other key is nothing', () => {
  const on = acts()
  expect(pressed('7', true, on)).toBe(true)
  expect(on.goTo).toHaveBeenCalledWith(0.7)
  expect(pressed('q', false, on)).toBe(false)
})
