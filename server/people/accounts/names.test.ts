import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { applicant, creators, fans, staff } from '#database/town/people.ts'
import { isNobodysAddress, isReserved } from '#server/people/accounts/names.ts'
import { routes } from '#web/routes.tsx'

test('every word that begins an address of the API is reserved (calls.md, decisions)', () => {
  const words = Object.values(contract as Record<string, Record<string, Endpoint>>)
    .flatMap((table) => Object.values(table))
    .map(({ path }) => path.split('/')[1] ?? '')
    .filter((word) => /^[a-z0-9._]{3,30}$/.test(word))
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter((word) => !isReserved(word))).toEqual([])
})

test('so is every word that begins a page of the web, in development too', () => {
  const places = (among: readonly RouteObject[]): string[] =>
    among.flatMap(({ path, children }) => (path === undefined ? places(children ?? []) : [path]))
  const words = new Set(
    places(routes)
      .map((path) => path.split('/')[0] ?? '')
      .filter((word) => /^[a-z0-9._]{3,30}$/.test(word)),
  )
  for (const page of ['home', 'unlocked', 'dev']) expect(words).toContain(page)
  expect([...words].filter((word) => !isReserved(word))).toEqual([])
})

test('so are the addresses of the web, and names that a server would take for a file or a path', () => {
  for (const name of [
    'home',
    'admin',
    'creator',
    'error.html',
    'robots.txt',
    '...',
    'a..b',
    '.env',
    'name.',
    '___',
    'app.js',
    'closed.mei',
  ])
    expect(isReserved(name)).toBe(true)
  for (const name of ['under.awning', 'night_radio', 'marlowe.cuts', '123', 'homebody', 'enclosed.mei', 'closed_one'])
    expect(isReserved(name)).toBe(false)
})

test('an address where nobody can read is nobody’s', () => {
  for (const email of ['a@closed.invalid', 'a@invalid', 'a@B.INVALID', ' a@x.invalid. ']) expect(isNobodysAddress(email)).toBe(true)
  for (const email of ['a@invalid.example', 'invalid@mail.example', 'a@notinvalid']) expect(isNobodysAddress(email)).toBe(false)
})

test('the list binds the demo town too', () => {
  const names = [...creators, ...fans, applicant, staff].map(({ username }) => username)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter(isReserved)).toEqual([])
})
