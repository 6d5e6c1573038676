import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, keepAsked } from '#web/talk/messaging/drafts.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const nothing = { text: '', budget: '' }

test('a request that was begun waits for its writer, a creator each, and for nobody else', () => {
  keepAsked('fan', 'lan', { text: '一張紙月亮', budget: '40' })
  expect(askedOf('fan', 'lan')).toEqual({ text: '一張紙月亮', budget: '40' })
  expect(askedOf('fan', 'mira')).toEqual(nothing)
  expect(askedOf('another', 'lan')).toEqual(nothing)
})

test('what was sent, or emptied, is not there any more', () => {
  keepAsked('fan', 'lan', { text: '一張紙月亮', budget: '' })
  keepAsked('fan', 'lan', undefined)
  expect(askedOf('fan', 'lan')).toEqual(nothing)
  keepAsked('fan', 'lan', { text: '一張紙月亮', budget: '' })
  keepAsked('fan', 'lan', { text: '  ', budget: '' })
  expect(askedOf('fan', 'lan')).toEqual(nothing)
})
