// Which language an address and a browser's caches say (specification.md sections 2, 4 and 9).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedLocale, cacheLocale, pathIn, splitPrefix } from '#web/app/locale.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}
const page = { cookie: '' }
let stores = { localStorage: storage(), sessionStorage: storage() }
beforeEach(() => {
  stores = { localStorage: storage(), sessionStorage: storage() }
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', stores)
})
afterEach(() => vi.unstubAllGlobals())

test('a prefix of the form xx-XX is taken off before an address is looked for, also of a language that nobody speaks here', () => {
  expect(splitPrefix('/en-US/home')).toEqual({ prefix: 'en-US', rest: '/home' })
  expect(splitPrefix('/xx-XX/papertheatre')).toEqual({ prefix: 'xx-XX', rest: '/papertheatre' })
  expect(splitPrefix('/en-US')).toEqual({ prefix: 'en-US', rest: '/' })
  expect(splitPrefix('/en-US//evil.example')).toEqual({ prefix: 'en-US', rest: '/evil.example' })
  // Names of people, which only look a little like one.
  for (const name of ['/en-us/home', '/en-USA', '/eng-US/home', '/home/en-US'])
    expect(splitPrefix(name)).toEqual({ prefix: undefined, rest: name })
  expect([pathIn('en-US', 'zh-TW', '/home'), pathIn('zh-TW', 'zh-TW', '/en-US/home')]).toEqual(['/en-US/home', '/home'])
})

test('a choice of language is kept under i18nextLng in the cookie, in local storage and in session storage', () => {
  cacheLocale('en-US')
  expect(page.cookie).toMatch(/^i18nextLng=en-US; path=\/; max-age=31536000/)
  for (const { kept } of Object.values(stores)) expect([...kept]).toEqual([['i18nextLng', 'en-US']])
})

test('what local storage remembers comes before session storage; nonsense, and storage that is refused, is no choice', () => {
  expect(cachedLocale()).toBeUndefined()
  stores.sessionStorage.setItem('i18nextLng', 'en-US')
  expect(cachedLocale()).toBe('en-US')
  stores.localStorage.setItem('i18nextLng', 'zh-TW')
  expect(cachedLocale()).toBe('zh-TW')
  stores.localStorage.setItem('i18nextLng', 'cimode')
  expect(cachedLocale()).toBe('en-US')
  const refused = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('window', { localStorage: { getItem: refused }, sessionStorage: { getItem: refused } })
  expect(cachedLocale()).toBeUndefined()
})
