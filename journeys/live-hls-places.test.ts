// The few streams that are made for whoever watches by HLS: nobody takes more than one of them, and who watches is written down now and then.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { standingEngine } from '#journeys/standing-engine.ts'
import { sql } from '#server/platform/db/db.ts'
import { useEngine } from '#server/stage/live/live.ts'

let house: House
const carried = new Map<string, Set<string>>()
beforeAll(async () => {
  house = await openHouse({ LIVE_HLS_STREAMS: '2' })
  useEngine(standingEngine(carried))
}, 600_000)
afterAll(() => house.close())

async function show() {
  const lan = await house.creator({ name: 'Lan' })
  const stream = await lan.api.live.begin({ title: '光的排練', type: 'public' })
  carried.set(stream._id, new Set())
  return { lan, id: stream._id, ends: () => lan.api.live.edit({ id: stream._id, status: 'ended' }) }
}

async function playlistFor({ api }: Person, id: string): Promise<string> {
  let url: string | undefined
  // A page asks again while it is full.
  const asks = () => api.live.watchByHls({ id }).catch(() => ({ url: undefined }))
  await expect.poll(async () => (url = (await asks()).url), { timeout: 30_000, interval: 300 }).toBeDefined()
  return url!
}

const get = (path: string, { token }: Person) => fetch(house.address + path, { headers: { authorization: token } })
const madeNow = async () => (await house.db.many<{ id: string }>(sql`select stream_id as id from live.hls_runs`)).map(({ id }) => id)

test('one person in two windows takes one place of those that there are: the show that they asked for last', {
  timeout: 120_000,
}, async () => {
  const [one, other, third] = [await show(), await show(), await show()]
  const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
  const url = await playlistFor(mei, one.id)
  expect((await get(url, mei)).status).toBe(200)
  const otherUrl = await playlistFor(mei, other.id)
  // The window of before is told why it stops, and does not take the place back by waiting for it.
  await expect.poll(async () => (await get(url, mei)).status, { timeout: 10_000 }).toBe(409)
  expect(await (await get(url, mei)).json()).toMatchObject({ code: 'watched_elsewhere' })
  await expect(mei.api.live.watchByHls({ id: one.id, goesOn: true })).rejects.toMatchObject({ status: 409, code: 'watched_elsewhere' })
  expect((await get(otherUrl, mei)).status).toBe(200)
  // Another person has the other place.
  await playlistFor(jun, third.id)
  expect(new Set(await madeNow())).toEqual(new Set([other.id, third.id]))
  expect(await house.db.many(sql`select stream_id from live.hls_viewers where account_id = ${mei.id}`)).toHaveLength(1)
  // Both are taken, and whoever comes now waits; pressed for here it is hers again, because the place that she leaves is her own.
  const pei = await house.fan({ name: 'Pei' })
  await expect(pei.api.live.watchByHls({ id: one.id })).rejects.toMatchObject({ status: 503, code: 'stream_full' })
  await mei.api.live.watchByHls({ id: one.id })
  await playlistFor(mei, one.id)
  await expect.poll(async () => (await get(otherUrl, mei)).status, { timeout: 10_000 }).toBe(409)
  // One that another watches as well is not hers to leave.
  await playlistFor(pei, one.id)
  await expect(mei.api.live.watchByHls({ id: other.id })).rejects.toMatchObject({ code: 'stream_full' })
  for (const { ends } of [one, other, third]) await ends()
})

test('two windows of one show are one viewer and one place', { timeout: 60_000 }, async () => {
  const { lan, id, ends } = await show()
  const mei = await house.fan({ name: 'Mei' })
  const url = await playlistFor(mei, id)
  expect(await playlistFor(mei, id)).toBe(url)
  for (let asked = 0; asked < 4; asked++) expect((await get(url, mei)).status).toBe(200)
  expect((await lan.api.live.beat({ streamId: id, duration: 1 })).viewerCount).toBe(1)
  await ends()
})

test('whoever watches is written down once in twenty seconds, is counted all along, and not for long after', {
  timeout: 120_000,
}, async () => {
  const { lan, id, ends } = await show()
  const mei = await house.fan({ name: 'Mei' })
  const url = await playlistFor(mei, id)
  const written = async () =>
    (await house.db.one<{ version: string }>(sql`select xmin::text as version from live.hls_viewers where account_id = ${mei.id}`)).version
  const first = await written()
  const counts = async () => (await lan.api.live.beat({ streamId: id, duration: 1 })).viewerCount
  // What was answered is good for two seconds: these are asked anew.
  for (let asked = 0; asked < 3; asked++) {
    await new Promise((passed) => setTimeout(passed, 2100))
    expect((await get(url, mei)).status).toBe(200)
    await mei.api.live.watchByHls({ id, goesOn: true })
  }
  expect(await written()).toBe(first)
  house.clock.advance({ seconds: 21 })
  await expect.poll(counts, { timeout: 10_000 }).toBe(1)
  await new Promise((passed) => setTimeout(passed, 2100))
  expect((await get(url, mei)).status).toBe(200)
  expect(await written()).not.toBe(first)
  house.clock.advance({ seconds: 31 })
  await expect.poll(counts, { timeout: 10_000 }).toBe(0)
  await ends()
})

test('plain SQL gives nobody a second place', async () => {
  const [one, other] = [await show(), await show()]
  const mei = await house.fan({ name: 'Mei' })
  await mei.api.live.watchByHls({ id: one.id })
  const second = house.db.transaction((tx) =>
    tx.run(
      sql`insert into live.hls_viewers (stream_id, account_id, is_unseen, asked_at) values (${other.id}, ${mei.id}, false, ${tx.now})`,
    ),
  )
  await expect(second).rejects.toThrow('hls_viewers_pkey')
  for (const { ends } of [one, other]) await ends()
})
