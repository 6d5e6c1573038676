// Facts about the world, as a form on any page asks for them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '#journeys/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
}, 600_000)
afterAll(() => house.close())

const get = (path: string, language = 'zh-TW') => fetch(house.address + path, { headers: { 'content-language': language } })
const dataOf = async (answer: Response) => ((await answer.json()) as { data: unknown }).data

test('a visitor reads countries in their language, and each of them has its flag', async () => {
  const [zh, en] = [await get('/api/countries/list'), await get('/api/countries/list', 'en-US')]
  expect([zh.headers.get('cache-control'), zh.headers.get('vary')]).toEqual([
    'public, max-age=86400',
    expect.stringContaining('content-language'),
  ])
  const countries = (await dataOf(zh)) as { code_2: string; name: string; flag: string }[]
  expect(countries).toContainEqual(expect.objectContaining({ code_2: 'TW', name: '臺灣' }))
  expect(await dataOf(en)).toContainEqual(expect.objectContaining({ code_2: 'TW', name: 'Taiwan' }))
  for (const { code_2, flag } of countries) {
    const answer = await get(flag)
    expect([code_2, answer.status, answer.headers.get('content-type')]).toEqual([code_2, 200, 'image/svg+xml'])
    expect(await answer.text()).toMatch(/^<svg/)
  }
})

test('a flag runs nothing where it is opened by itself, and what is no country has none', async () => {
  const taiwan = await get('/api/flags/TW.svg')
  expect(taiwan.headers.get('content-security-policy')).toContain('sandbox')
  expect(taiwan.headers.get('cache-control')).toContain('public')
  for (const name of ['xx.svg', 'eu.svg', 'tw', 'tw.png', '..%2f..%2f..%2fpackage.json', 'tw%00.svg', '%2e%2e.svg', 'x'.repeat(5000)])
    expect([name.slice(0, 20), (await get(`/api/flags/${name}`)).status]).toEqual([name.slice(0, 20), expect.toBeOneOf([400, 404, 414])])
})

test('what is no country, and no state of one, is not there', async () => {
  for (const path of ['/api/states/XX', '/api/cities/XX/x', '/api/cities/TW/Nowhere', '/api/cities/JP/__proto__'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const path of ['/api/states/TWN', '/api/states/1', `/api/cities/TW/${'x'.repeat(101)}`])
    expect([path, (await get(path)).status]).toEqual([path, 422])
  expect(await dataOf(await get(`/api/cities/TW/${encodeURIComponent('臺北市')}`))).toContain('大安區')
})

test('where a caller seems to be is told to them, and their address to nobody', async () => {
  const answer = await get('/api/geo-location/ip')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  // From this very machine nobody knows.
  expect(await dataOf(answer)).toEqual({})
})
