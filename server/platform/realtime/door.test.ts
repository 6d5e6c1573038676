import { expect, test } from 'vitest'
import { type DoorOptions, doorOf, mostConnections } from '#server/platform/realtime/door.ts'

function door(options: Partial<DoorOptions> = {}) {
  const clock = { ms: 0 }
  const said: string[] = []
  const one = doorOf({ mostAtOnce: 2, mostInAMinute: 5, most: 4, onFull: (sentence) => said.push(sentence), ...options }, () => clock.ms)
  return { ...one, clock, said }
}

test('one address has so many at once, and again as many when some are closed', () => {
  const { admits, enter } = door()
  const leave = enter('a')
  enter('a')
  expect(admits('a')).toBe(false)
  expect(admits('b')).toBe(true)
  leave()
  leave()
  expect(admits('a')).toBe(true)
  enter('a')
  expect(admits('a')).toBe(false)
})

test('one address asks so often in a minute, however soon it closes again', () => {
  const { admits, clock } = door()
  expect(Array.from({ length: 7 }, () => admits('a'))).toEqual([true, true, true, true, true, false, false])
  expect(admits('b')).toBe(true)
  clock.ms = 60_000
  expect(admits('a')).toBe(true)
})

test('there are so many in all, so that calls still have room; it is said once a minute', () => {
  const { admits, enter, clock, said } = door()
  for (const address of ['a', 'b', 'c', 'd']) enter(address)
  expect(admits('e')).toBe(false)
  expect(admits('f')).toBe(false)
  expect(said).toEqual(['4 connections are open, which is as many as this process takes'])
  clock.ms = 60_000
  expect(admits('e')).toBe(false)
  expect(said).toHaveLength(2)
})

test('the half of what the system lets this process open', () => {
  expect(mostConnections('Max open files            1024                 524288               files')).toBe(512)
  expect(mostConnections('')).toBe(10_000)
  expect(mostConnections('Max open files  60 60 files')).toBe(50)
})
