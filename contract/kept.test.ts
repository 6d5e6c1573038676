import { expect, test } from 'vitest'
import { kept } from './kept.ts'

test('what was made once is not made again, and the first goes when there are too many', () => {
  const made: string[] = []
  const shout = kept((name: string) => {
    made.push(name)
    return name.toUpperCase()
  }, 2)
  expect(['a', 'b', 'a', 'b'].map(shout)).toEqual(['A', 'B', 'A', 'B'])
  expect(made).toEqual(['a', 'b'])
  expect([shout('c'), shout('b'), shout('a')]).toEqual(['C', 'B', 'A'])
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('what cannot be made is tried again, and takes nobody’s place', () => {
  let tries = 0
  const zone = kept((name: string) => {
    tries++
    return new Intl.DateTimeFormat('en', { timeZone: name })
  })
  expect(() => zone('Nowhere/City')).toThrow(RangeError)
  expect(() => zone('Nowhere/City')).toThrow(RangeError)
  expect(tries).toBe(2)
})
