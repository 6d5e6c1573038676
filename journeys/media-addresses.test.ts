// Ten thousand addresses that are almost right, over everything that a film, a photo, sound and a teaser lead to: none opens anything,
// none is answered from a cache, and none is a bug.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queue as soundWork } from '#server/media/audio/processing.ts'
import * as files from '#server/media/files/files.ts'
import { queue as footageWork } from '#server/media/footage/processing.ts'
import { clip, receivedFrom, tone } from '#server/media/footage/testing.ts'
import { receive, type UploadPurpose } from '#server/media/uploads/uploads.ts'
import { openHouse, picture, type House, type Person } from '#journeys/house.ts'

let house: House
let creator: Person
let good: string[]

beforeAll(async () => {
  house = await openHouse()
  creator = await house.creator()
  const photo = Buffer.from(await (await picture(300, 200)).arrayBuffer())
  const sent: [UploadPurpose, Buffer][] = [
    ['photo', photo],
    ['video', await clip({ seconds: 2 })],
    ['audio', await tone()],
    ['teaser', await clip()],
    ['download', Buffer.from('some words')],
  ]
  const urls: string[] = []
  for (const [purpose, bytes] of sent) {
    const { id } = await receive(house.db, await receivedFrom(bytes, 'x'), { purpose, ownerId: creator.id })
    await footageWork.begin(house.db, id)
    await soundWork.begin(house.db, id)
    const file = (await files.find(house.db, [id])).get(id)
    if (!file) throw new Error('the file is gone')
    for (const rendition of [...Object.keys(file.renditions), ...(file.facts.hls ? ['hls'] : [])]) {
      urls.push(files.signedUrl(id, rendition, creator.id, house.db.now))
    }
  }
  good = urls
})
afterAll(() => house.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  house.app.http.inject({ url, headers: { authorization: creator.token, ...headers } })

test('the right ones open, and only with the session that they were made for', async () => {
  expect(good.length).toBeGreaterThan(12)
  const fan = await house.fan()
  for (const url of good) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    expect([url, (await get(url, { authorization: fan.token })).statusCode]).toEqual([url, 404])
    expect([url, (await house.app.http.inject({ url })).statusCode]).toEqual([url, 404])
  }
})

test('ten thousand mutated ones open nothing', { timeout: 60_000 }, async () => {
  const mutants = new Set<string>()
  const ids = [...new Set(good.map((url) => url.split('/')[2] ?? ''))]
  const renditions = [
    ...new Set(good.map((url) => url.split('/')[3]?.split('?')[0] ?? '')),
    'original',
    'constructor',
    '__proto__',
    'v1080',
    's1080',
    '..',
    '%2e%2e',
  ]
  const parts = good.map((url) => url.split('?'))
  for (const [path = '', query = ''] of parts) {
    const [expiry = '', signature = ''] = query.split('&')
    for (const other of renditions) mutants.add(`${path.replace(/[^/]+$/, other)}?${query}`)
    for (const id of ids) mutants.add(`${path.replace(/[0-9a-f-]{36}/, id)}?${query}`)
    for (const [, another = ''] of parts) mutants.add(`${path}?${another}`)
    for (const wrong of [
      '',
      `?${expiry}`,
      `?${signature}`,
      `?${signature}&${expiry}`,
      `?${query}&x=1`,
      `?${query}#`,
      `?${query}%00`,
      `?e=9999999999&${signature}`,
      `?${query}&${query}`,
    ])
      mutants.add(`${path}${wrong}`)
    mutants.add(`${path}/?${query}`).add(`/${path}?${query}`).add(`${path.toUpperCase()}?${query}`).add(`${path}.m3u8?${query}`)
  }
  const letters = 'ABCDEFabcdef0123456789-_/.%&=?'
  let seed = 20_261_122
  const some = (most: number) => Math.floor(((seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32) * most)
  while (mutants.size < 10_500) {
    const url = good[some(good.length)] ?? ''
    const at = '/media/'.length + some(url.length - '/media/'.length)
    mutants.add(`${url.slice(0, at)}${letters[some(letters.length)]}${url.slice(at + (some(10) < 7 ? 1 : 0))}`)
  }
  // What names the very same address is no mutant: a fragment never leaves the browser.
  const same = new Set(good)
  const wrong = [...mutants].filter((url) => !same.has(url.split('#')[0] ?? ''))
  expect(wrong.length).toBeGreaterThanOrEqual(10_000)
  const answered = new Map<number, string>()
  const ranges: Record<string, string>[] = [{}, { range: 'bytes=0-10' }, { 'if-none-match': '*' }]
  for (let from = 0; from < wrong.length; from += 50) {
    await Promise.all(
      wrong.slice(from, from + 50).map(async (url, n) => {
        const { statusCode } = await get(url, ranges[n % 3])
        answered.set(statusCode, url)
      }),
    )
  }
  expect([...answered].filter(([status]) => status !== 404 && status !== 416)).toEqual([])
})

test('a part beyond the end is not there, whatever the file', async () => {
  for (const url of good.filter((each) => /\/(s\d+|sound|teaser|large)\?/.test(each))) {
    expect([url, (await get(url, { range: 'bytes=99999999-' })).statusCode]).toEqual([url, 416])
  }
})
