// Who comes too often, and who comes through somebody else's door: pages, calls and proxies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { type House, openHouse } from '#journeys/house.ts'
import type { Boot } from '#web/app/boot.ts'
import { servePages } from '#server/web.ts'

let lastBoot: Boot | undefined
/** A page that asks for much to be drawn. */
const render = async (_url: string, { api, boot }: { api: Api; boot: Boot }) => {
  lastBoot = boot
  await Promise.all([api.directory.random({}), api.search.keywords({}), api.reference.locales({}), api.settings.public({})])
  return { status: 200, html: '<p>the page</p>', sources: [], isForAll: false }
}
const open = (environment: Record<string, string>) =>
  openHouse(environment, {
    mount: (config) => async (http, around) => {
      servePages(http, around, config, { entry: async () => ({ render: render as never }), head: () => '' })
    },
  })

describe('pages', () => {
  let house: House
  beforeAll(async () => {
    // 30 pages a minute, 30 readings of a row, 300 calls in all.
    house = await open({ RATE_LIMIT_FACTOR: '0.05' })
  })
  afterAll(() => house.close())
  const visit = (url: string, address: string) => house.app.http.inject({ url, remoteAddress: address })

  test('a visitor sees as many pages as they may, however much each asks for; the next says in both languages how long to wait', async () => {
    const seen = []
    for (let n = 0; n < 30; n++) seen.push((await visit('/home', '198.51.100.7')).statusCode)
    expect(new Set(seen)).toEqual(new Set([200]))
    const busy = await visit('/home', '198.51.100.7')
    expect(busy.statusCode).toBe(429)
    const seconds = Number(busy.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(busy.headers['content-type']).toContain('text/html')
    expect(busy.body).toContain(`請等${seconds}秒`)
    expect(busy.body).toContain(`wait ${seconds} seconds`)
  })

  test('whoever has seen their pages may still call, and everybody else sees theirs', async () => {
    expect((await visit('/api/settings/public', '198.51.100.7')).statusCode).toBe(200)
    expect((await visit('/home', '198.51.100.8')).statusCode).toBe(200)
  })

  test('one connection has many addresses of IPv6, and is one visitor', async () => {
    for (let n = 0; n < 30; n++) await visit('/home', `2001:db8:1:2::${n + 1}`)
    expect((await visit('/home', '2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await visit('/home', '2001:db8:1:3::1')).statusCode).toBe(200)
  })
})

test('a form that was sent before its page was alive finds the page again: nowhere else, and with nothing of what it held', async () => {
  const house = await open({})
  const send = async (url: string) => {
    const { statusCode, headers } = await house.app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=mei&password=secret',
    })
    return [statusCode, headers.location]
  }
  expect(await send('/auth/login?redirect=%2Fwallet')).toEqual([303, '/auth/login?redirect=%2Fwallet'])
  expect(await send('/here/..//evil.example/x')).toEqual([303, '/evil.example/x'])
  expect(await send('/api/nothing')).toEqual([404, undefined])
  await house.close()
})

test('an address that is hardly one, and a cookie that is none, are no bug', async () => {
  const house = await open({})
  const visit = (url: string, cookie = '') => house.app.http.inject({ url, headers: { cookie } })
  for (const url of [
    '//',
    '///',
    '//evil.example/home',
    '/%',
    '/%00',
    '/%ff',
    '/home?x=%',
    '/home?utm_source=letter&x=%00',
    '/en-US//evil.example',
  ])
    expect((await visit(url)).statusCode, url).toBeLessThan(500)
  for (const cookie of ['tz=%00', 'eighteen_day=%ed%a0%80', 'token=%00', 'token=%ed%a0%80', 'i18nextLng=%00', 'theme=%'])
    expect((await visit('/home', cookie)).statusCode, cookie).toBe(200)
  const elsewhere = await visit('//evil.example/home', 'i18nextLng=en-US')
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([302, '/en-US//evil.example/home'])
  await house.close()
})

test('staff read on every page that visitors come through a proxy nobody named; nobody else does', async () => {
  const house = await open({})
  const [office, mei] = [await house.staff(), await house.fan()]
  const bootOf = async (token: string, headers: Record<string, string> = {}) => {
    await house.app.http.inject({ url: '/home', headers: { cookie: `token=${token}`, ...headers } })
    return lastBoot?.unknownProxy
  }
  expect(await bootOf(office.token)).toBeNull()
  expect(await bootOf(office.token, { 'x-forwarded-for': '198.51.100.7' })).toBe('127.0.0.1')
  expect(await bootOf(office.token)).toBe('127.0.0.1')
  expect(await bootOf(mei.token)).toBeNull()
  await house.close()
})
