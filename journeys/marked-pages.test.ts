// Which pages send whom away (specification.md sections 2 and 5): every page without a parameter in its address, as a visitor, a fan and a performer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { House } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

let house: House
beforeAll(async () => {
  house = await openHouseWithPages()
})
afterAll(() => house.close())

const source = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
/** Address and source of every page, as routes.tsx names them. */
const pages = [...source('web/routes.tsx').matchAll(/[pP]age\(\s*'([^':]*)',\s*\(\) => import\('#(web\/[^']+)'\)/g)].map(
  ([, path = '', file = '']) => ({ path: `/${path}`, isMarked: /\bexport const handle = \{[^}]*\bauth: true\b/.test(source(file)) }),
)
/** Marked for the age gate alone: whoever is nobody yet reads there, too. */
const forVisitorsToo = ['/home']
/** Ask who it is, and have no gate before them: the office, and a page on which a payment goes on (web/app/guard.test.ts). */
const asksWithoutGate = /^\/admin(?:\/|$)|^\/payment\/return$/
const members = pages.filter(({ path, isMarked }) => (isMarked && !forVisitorsToo.includes(path)) || asksWithoutGate.test(path))

async function visit(path: string, token = '') {
  const { statusCode, headers } = await house.app.http.inject({ url: path, headers: token ? { cookie: `token=${token}` } : {} })
  return { status: statusCode, to: headers.location }
}

test('a page that asks for a member sends a visitor to the door, with the way back', async () => {
  expect(members.length).toBeGreaterThan(60)
  for (const { path } of members)
    expect(await visit(path), path).toEqual({ status: 302, to: `/auth/login?redirect=${encodeURIComponent(path)}` })
  expect(await visit('/en-US/wallet?kind=tip')).toEqual({ status: 302, to: '/en-US/auth/login?redirect=%2Fwallet%3Fkind%3Dtip' })
})

test('every other page sends nobody away', async () => {
  const open = pages.filter((page) => !members.includes(page))
  expect(open.length).toBeGreaterThan(20)
  for (const { path } of open) expect((await visit(path)).to, path).toBeUndefined()
})

test('whose session is over reads as a visitor does, and signs in anew where a page asks who they are', async () => {
  const fan = await house.fan()
  await fan.api.accounts.logout({})
  expect(await visit('/home', fan.token)).toEqual({ status: 200, to: undefined })
  expect(await visit('/wallet', fan.token)).toEqual({ status: 302, to: '/auth/login?redirect=%2Fwallet' })
})

test('pages of the studio send a fan to the door, which leads them home', async () => {
  const [fan, creator] = [await house.fan(), await house.creator()]
  const studio = members.filter(({ path }) => /^\/creator(?:\/|$)/.test(path))
  expect(studio.length).toBeGreaterThan(20)
  for (const { path } of studio) expect(await visit(path, fan.token), path).toEqual({ status: 302, to: '/auth/login' })
  expect(await visit('/auth/login', fan.token)).toEqual({ status: 302, to: '/home' })
  expect(await visit('/creator', creator.token)).toEqual({ status: 200, to: undefined })
  expect(await visit('/auth/login', creator.token)).toEqual({ status: 302, to: `/${creator.username}` })
})
