// What is made once for all pages (settings, words, routes, who asks) never shows the page before, and never another reader's.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reword } from '#server/site/translations/translations.ts'
import { hears } from '#server/platform/testing/hears.ts'
import { type House, type Person } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'

let house: House
let fan: Person
let office: Person
beforeAll(async () => {
  house = await openHouseWithPages({ TRUSTED_PROXIES: '127.0.0.1' })
  fan = await house.fan({ name: 'Mei Lan' })
  office = await house.staff()
}, 600_000)
afterAll(() => house.close())

async function page(url: string, { as, headers = {} }: { as?: Person; headers?: Record<string, string> } = {}) {
  const answer = await house.app.http.inject({ url, headers: { ...headers, ...(as && { cookie: `token=${as.token}` }) } })
  return { status: answer.statusCode, text: answer.body }
}

test('a setting that staff change is on the next page', async () => {
  expect((await page('/auth/login')).text).toContain('<title>登入 · Stagedoor</title>')
  await office.api.admin.saveSettings({ values: { siteName: '夜幕' } })
  expect((await page('/auth/login')).text).toContain('<title>登入 · 夜幕</title>')
})

test('a country that staff close is closed on the next page, and open again on the one after', async () => {
  const asked = () => page('/auth/login', { headers: { 'x-forwarded-for': '133.1.0.1' } })
  expect((await asked()).text).toContain('"geoBlocked":false')
  await office.api.admin.saveSettings({ values: { blockedCountries: ['JP'] } })
  expect((await asked()).text).toContain('"geoBlocked":true')
  expect((await page('/auth/login')).text).toContain('"geoBlocked":false')
  await office.api.admin.saveSettings({ values: { blockedCountries: [] } })
  expect((await asked()).text).toContain('"geoBlocked":false')
})

test('maintenance begins with the next page and ends with the next', async () => {
  await office.api.admin.saveSettings({ values: { maintenanceMode: true } })
  expect((await page('/home', { as: fan })).status).toBe(503)
  await office.api.admin.saveSettings({ values: { maintenanceMode: false } })
  expect((await page('/home', { as: fan })).status).toBe(200)
})

test('a sentence that the operator words anew is on the next page, in its language only, and so is the one of the program once it is back', async () => {
  const key = 'auth.login'
  const says = (value: string | null) => house.db.transaction((tx) => reword(tx, { locale: 'en-US', key, value }, office.id))
  const titles = async () =>
    Promise.all(['/en-US/auth/login', '/auth/login'].map(async (url) => /<title>(.*?) ·/.exec((await page(url)).text)?.[1]))
  const [before, chinese] = await titles()
  await says('Come in')
  expect(await titles()).toEqual(['Come in', chinese])
  await says(null)
  expect(await titles()).toEqual([before, chinese])
})

test('what another process changes is on the pages within a second', async () => {
  await page('/en-US/auth/login')
  await house.db.pool.query(
    `insert into translations.messages (locale, key, value, changed_at) values ('en-US', 'auth.login', 'From next door', now())`,
  )
  await new Promise((resolve) => setTimeout(resolve, 1050))
  expect((await page('/en-US/auth/login')).text).toContain('From next door')
})

test('pages in two languages, of several people, drawn in the same moment, are those that each gets alone', async () => {
  const kinds = ['/explore', '/en-US/explore'].flatMap((url) => [fan, office, undefined].map((as) => ({ url, ...(as && { as }) })))
  // The nonce and the instant are a page's own.
  const drawn = async (kind: (typeof kinds)[number]) =>
    (await page(kind.url, kind)).text.replace(/nonce="[^"]+"/g, '').replace(/"(nonce|now)":("[^"]+"|\d+)/g, '')
  const alone: string[] = []
  for (const kind of kinds) alone.push(await drawn(kind))
  expect(new Set(alone).size).toBe(kinds.length)
  alone.forEach((text, n) => {
    expect(text).toContain(`<html lang="${n < 3 ? 'zh-TW' : 'en-US'}"`)
    expect(text.includes(fan.username)).toBe(kinds[n]?.as === fan)
  })
  const together = await Promise.all([...kinds, ...kinds, ...kinds].map(drawn))
  together.forEach((text, n) => expect(text === alone[n % kinds.length]).toBe(true))
})

test('who asks is looked up once for a page, whatever it asks for, and anew for the next', async () => {
  const looks = async (work: () => Promise<unknown>) =>
    (await hears(work)).statements.filter((text) => text.includes('token_hash = asked.hash'))
  expect(await looks(() => page('/home', { as: fan }))).toHaveLength(1)
  expect(await looks(() => page('/home', { as: fan }))).toHaveLength(1)
  expect((await page('/home', { as: fan })).text).toContain(fan.username)
  await fan.api.accounts.logout({})
  expect((await page('/home', { as: fan })).text).not.toContain(fan.username)
})
