// The site says that it can be installed to whoever comes on a second day, on that day, and never again once they answered or have it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isByShareSheet, mayTellOn, neverAgain, saidOn } from '#web/app/install.ts'

const [first, second, third] = ['2026-11-21', '2026-11-22', '2026-11-23']
let isStandalone = false
beforeEach(() => {
  isStandalone = false
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('window', { matchMedia: () => ({ matches: isStandalone }) })
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

test('nothing is said on the first day, however often somebody comes; on the second it is, for as long as that day lasts', () => {
  expect([mayTellOn(first), mayTellOn(first), mayTellOn(second)]).toEqual([false, false, true])
  saidOn(second)
  expect([mayTellOn(second), mayTellOn(third)]).toEqual([true, false])
})

test('what did not come to be said on the second day may be on a later one', () => {
  mayTellOn(first)
  mayTellOn(second)
  expect(mayTellOn(third)).toBe(true)
})

test('whoever put it away, installed it or has it open as an app hears no more of it', () => {
  mayTellOn(first)
  neverAgain()
  expect([mayTellOn(second), mayTellOn(third)]).toEqual([false, false])
})

test('once it was opened as an app it is installed, also where it is opened in a tab later', () => {
  mayTellOn(first)
  isStandalone = true
  expect(mayTellOn(second)).toBe(false)
  isStandalone = false
  expect(mayTellOn(third)).toBe(false)
})

test('where storage is refused or holds something else, nothing is said', () => {
  vi.stubGlobal('localStorage', { getItem: () => '"what is this"', setItem: () => {} })
  expect(mayTellOn(second)).toBe(false)
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused')
    },
  })
  expect(mayTellOn(second)).toBe(false)
  expect(() => saidOn(second)).not.toThrow()
})

test.each([
  [
    'Safari on a phone',
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari on a tablet that says it is a computer',
    true,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'Chrome on a phone',
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
  ],
  [
    'Edge on a phone',
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1',
  ],
  [
    'a page within another app',
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
])('%s is told of the share sheet: %s', (_who, isTold, userAgent) => {
  vi.stubGlobal('navigator', { standalone: false, maxTouchPoints: 5, userAgent })
  expect(isByShareSheet()).toBe(isTold)
  vi.stubGlobal('navigator', { standalone: false, maxTouchPoints: 0, userAgent })
  expect(isByShareSheet(), 'a computer').toBe(false)
})
