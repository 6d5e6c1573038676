import { expect, test } from 'vitest'
import { pathHere } from '#web/people/accounts/go-on.ts'

const here = { origin: 'https://stagedoor.example', pathname: '/auth/login' }

test('a path of this site is followed, in the language of the page', () => {
  expect(pathHere('/wallet?type=tip', here)).toBe('/wallet?type=tip')
  expect(pathHere('/wallet', { ...here, pathname: '/en-US/auth/login' })).toBe('/en-US/wallet')
  expect(pathHere('/en-US/wallet', { ...here, pathname: '/en-US/auth/login' })).toBe('/en-US/wallet')
})

test('no way of writing an address leads away from this site', () => {
  for (const path of [
    '//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
  ])
    expect(pathHere(path, here)).toBe('/home')
  // A language before it is taken off, and what is left is a path of this site.
  for (const path of ['/en-US//evil.example', '/xx-XX///evil.example', '/en-US/%2F/evil.example', '/zh-TW/en-US//evil.example'])
    for (const pathname of ['/auth/login', '/en-US/auth/login'])
      expect(new URL(pathHere(path, { ...here, pathname }), here.origin).origin, path).toBe(here.origin)
})
