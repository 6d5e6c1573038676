import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Going } from '#web/talk/messaging/going.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('whoever goes somewhere gets there once more when it is drawn', () => {
  const moves: string[] = []
  new Going().to(
    () => moves.push('end'),
    () => moves.push('there'),
  )
  expect(moves).toEqual(['end'])
  vi.runAllTimers()
  expect(moves).toEqual(['end', 'end', 'there'])
})

test('whoever goes elsewhere meanwhile is not brought back, and who says two lines goes to the end for the second alone', () => {
  const moves: string[] = []
  const going = new Going()
  going.to(() => moves.push('first'))
  going.to(() => moves.push('second'))
  vi.runAllTimers()
  expect(moves).toEqual(['first', 'second', 'second'])
  going.to(() => moves.push('third'))
  going.end()
  vi.runAllTimers()
  expect(moves).toEqual(['first', 'second', 'second', 'third'])
})
