// A stream by HLS, for whoever's browser or network takes no WebRTC: who may watch gets its segments some seconds late, who may not any more gets none within
// seconds, and nothing is made for nobody. And the picture on a live card, which leaves no show but a public one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killEngine } from '../browser/engine.ts'
import { type Cameras, openCameras } from '#journeys/cameras.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { sweep } from '#server/stage/live/hls/encoding.ts'
import { forget } from '#server/stage/live/hls/hls.ts'

let house: House
let office: Person
let cameras: Cameras
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-hls-'))
  house = await openHouse({ DATA_DIR: dataDir, LIVE_HLS_STREAMS: '1' })
  office = await house.staff()
  cameras = await openCameras(house)
}, 600_000)
afterAll(async () => {
  await cameras?.close()
  await house.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A page of theirs that sends its camera, for as long as it is open. */
async function sends(lan: Person, id: string): Promise<{ leaves: () => Promise<void> }> {
  const tab = await cameras.tabOf(lan)
  // The engine may be starting again.
  const publishes = () =>
    tab
      .evaluate((streamId) => window.publish(streamId, ''), id)
      .then(
        () => true,
        () => false,
      )
  await expect.poll(publishes, { timeout: 30_000, interval: 1000 }).toBe(true)
  await expect.poll(async () => (await lan.api.live.join({ id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
  return { leaves: () => tab.context().close() }
}

const get = (path: string, person?: Person) => fetch(house.address + path, { headers: person ? { authorization: person.token } : {} })

/** The address of the playlist, once there is one. */
async function playlistFor({ api }: Person, id: string): Promise<string> {
  let url: string | undefined
  await expect.poll(async () => (url = (await api.live.watchByHls({ id })).url), { timeout: 40_000, interval: 500 }).toBeDefined()
  return url!
}

const segmentsIn = (playlist: string) => playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const beside = (url: string, name: string) => url.replace(/[^/]+$/, name)
const work = () => readdirSync(join(dataDir, 'media', 'work'))
const audience = async (lan: Person, streamId: string) => (await lan.api.live.beat({ streamId, duration: 1 })).viewerCount

test('who has a ticket watches without WebRTC and is counted once; a block, a refund and a closed account end it within seconds', {
  timeout: 240_000,
}, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const fans = [
    await house.fan({ name: 'Mei', balance: 100 }),
    await house.fan({ name: 'Jun', balance: 100 }),
    await house.fan({ name: 'Pei', balance: 100 }),
  ] as const
  const [mei, jun, pei] = fans
  const ann = await house.fan({ name: 'Ann' })
  const { _id: id } = await lan.api.live.begin({ title: '光的排練', type: 'ticket', price: 30 })
  for (const { api } of fans) await api.live.charge({ id, expectedPrice: 30 })
  await expect(ann.api.live.watchByHls({ id })).rejects.toMatchObject({ status: 403, code: 'stream_locked' })
  const camera = await sends(lan, id)

  const url = await playlistFor(mei, id)
  const playlist = await get(url, mei)
  expect(playlist.status).toBe(200)
  expect(playlist.headers.get('cache-control')).toBe('private, no-store')
  expect(playlist.headers.get('content-type')).toContain('application/vnd.apple.mpegurl')
  const [segment = ''] = segmentsIn(await playlist.text())
  const bytes = await get(beside(url, segment), mei)
  expect(bytes.status).toBe(200)
  expect(bytes.headers.get('content-type')).toBe('video/mp2t')
  expect((await bytes.arrayBuffer()).byteLength).toBeGreaterThan(5000)

  // It is addressed to nobody: without the right it opens nothing.
  for (const address of [url, beside(url, segment)]) {
    expect((await get(address)).status).toBe(401)
    expect((await get(address, ann)).status).toBe(404)
    for (const each of fans) expect((await get(address, each)).status).toBe(200)
  }
  // Staff look on, are counted nowhere, and it is on record once.
  expect((await get(await playlistFor(office, id), office)).status).toBe(200)
  await playlistFor(office, id)
  const { data: log } = await office.api.admin.audit({ limit: 20 })
  expect(log.filter(({ action, subject }) => action === 'live.watched' && subject.includes(id))).toHaveLength(1)
  // Mei has a window with WebRTC as well, and is one person.
  const tab = await cameras.tabOf(mei)
  await tab.evaluate((streamId) => window.view(streamId, ''), id)
  await get(url, lan)
  await expect.poll(() => audience(lan, id), { timeout: 10_000 }).toBe(3)
  expect((await lan.api.live.watchers({ id })).data.map(({ _id }) => _id).toSorted()).toEqual(fans.map((each) => each.id).toSorted())
  await tab.context().close()

  const { transferId } = await house.db.one<{ transferId: string }>(sql`
    select t.id as "transferId" from wallet.transfers t join wallet.accounts a on a.id = t.payer
    where a.owner_id = ${jun.id} and t.reference = ${`work:${id}`}`)
  for (const fan of fans) expect((await get(url, fan)).status).toBe(200)
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await office.api.admin.refund({ id: transferId, reason: 'By hand' })
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = 'closed' where id = ${pei.id}`))
  // They watch on, as a page does, at most ten times a second: of fifty requests, five seconds at the least, the last is told no.
  const lost = fans.map(async (fan) => {
    for (let asked = 0; asked < 50; asked++) {
      const { status } = await get(url, fan)
      if (status !== 200) return status
      await new Promise((passed) => setTimeout(passed, 100))
    }
    return 200
  })
  expect(await Promise.all(lost)).toEqual([404, 404, 401])
  expect((await get(beside(url, segment), mei)).status).toBe(404)
  await expect(mei.api.live.watchByHls({ id })).rejects.toMatchObject({ status: 404 })
  await expect(jun.api.live.watchByHls({ id })).rejects.toMatchObject({ code: 'stream_locked' })
  await expect.poll(() => audience(lan, id), { timeout: 20_000 }).toBe(0)

  await lan.api.live.edit({ id, status: 'ended' })
  await expect.poll(async () => (await get(url, office)).status, { timeout: 20_000 }).toBe(404)
  await expect(office.api.live.watchByHls({ id })).rejects.toMatchObject({ code: 'stream_ended' })
  await expect.poll(() => work().filter((name) => name.includes(id)), { timeout: 20_000 }).toEqual([])
  await camera.leaves()
})

test('what is asked for by a wrong name is not there, whatever the name', { timeout: 120_000 }, async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const [{ _id: id }, other] = [await lan.api.live.begin({ title: 'One', type: 'public' }), await house.creator({ name: 'Other' })]
  const { _id: otherId } = await other.api.live.begin({ title: 'Other', type: 'subscribers' })
  const camera = await sends(lan, id)
  const url = await playlistFor(mei, id)
  const run = /([0-9a-f]{32})\.m3u8$/.exec(url)?.[1] ?? ''
  const names = [
    `${run}-999999999.ts`,
    `${run}-9999999999.ts`,
    `${run}.m3u8.tmp`,
    `${run}.ts`,
    `${'0'.repeat(32)}.m3u8`,
    'x'.repeat(2000),
    '..%2f..%2fmaster-secret',
    `..%2fhls-${id}%2f${run}.m3u8`,
    '%00.m3u8',
    `${run}.m3u8%00`,
    'snapshot-1.png',
    '',
  ]
  for (const name of names) expect((await get(beside(url, name), mei)).status, name).toBe(404)
  for (const streamId of ['x', '..', '%2e%2e', otherId, crypto.randomUUID()])
    expect((await get(`/media/live/${streamId}/${run}.m3u8`, mei)).status, streamId).toBe(404)
  await expect(mei.api.live.watchByHls({ id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
  await expect(mei.api.live.watchByHls({ id: otherId })).rejects.toMatchObject({ code: 'stream_locked' })
  expect((await get(url, mei)).status).toBe(200)
  await other.api.live.edit({ id: otherId, status: 'ended' })
  await lan.api.live.edit({ id, status: 'ended' })
  await camera.leaves()
})

test('no more streams are made than the machine carries, none by the minute, and none when nobody asks any more', {
  timeout: 240_000,
}, async () => {
  const [lan, other] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Other' })]
  const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
  const { _id: id } = await lan.api.live.begin({ title: 'First', type: 'public' })
  const { _id: second } = await other.api.live.begin({ title: 'Second', type: 'public' })
  const camera = await sends(lan, id)
  const url = await playlistFor(mei, id)
  await expect(jun.api.live.watchByHls({ id: second })).rejects.toMatchObject({ status: 503, code: 'stream_full' })
  await other.api.live.edit({ id: second, status: 'ended' })

  // A dead engine takes the stream away; with the engine it comes back under another name.
  killEngine(dataDir)
  await expect.poll(async () => (await get(url, mei)).status, { timeout: 20_000 }).toBe(404)
  await camera.leaves()
  const again = await sends(lan, id)
  expect(await playlistFor(mei, id)).not.toBe(url)

  house.clock.advance({ seconds: 61 })
  await expect.poll(() => house.db.many(sql`select run from live.hls_runs`), { timeout: 20_000 }).toEqual([])
  expect(work().filter((name) => name === `hls-${id}`)).toEqual([])
  await lan.api.live.edit({ id, status: 'ended' })
  await again.leaves()

  const { _id: group } = await lan.api.live.begin({ title: 'By the minute', type: 'group', pricePerMinute: 5 })
  await expect(lan.api.live.watchByHls({ id: group })).rejects.toMatchObject({ status: 409, code: 'webrtc_only' })
  const writes = [
    sql`insert into live.hls_viewers values (${group}, ${mei.id}, false, ${house.db.now})`,
    sql`insert into live.hls_runs values (${group}, ${'0'.repeat(32)}, null, ${crypto.randomUUID()}, ${house.db.now})`,
  ]
  for (const write of writes)
    await expect(house.db.transaction((tx) => tx.run(write))).rejects.toThrow('a show paid for by the minute has no segments')
  await lan.api.live.edit({ id: group, status: 'ended' })
})

test('a public show has its picture on its card for every adult, no other show has one, and none is left behind', {
  timeout: 120_000,
}, async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const young = await house.fan({ name: 'Ann' })
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set birth_date = null where id = ${young.id}`))
  const { _id: id } = await lan.api.live.begin({ title: '公開的排練', type: 'public' })
  const camera = await sends(lan, id)
  const cardFor = async (api: Person['api']) => (await api.live.search({})).data.find(({ _id }) => _id === id)
  await expect.poll(async () => (await cardFor(mei.api))?.snapshot, { timeout: 40_000 }).toBeDefined()
  const url = (await cardFor(mei.api))?.snapshot ?? ''
  const picture = await get(url, mei)
  expect(picture.headers.get('cache-control')).toBe('private, no-store')
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 640 })
  // Before the gate there is neither a picture nor an address of one.
  expect(await cardFor(house.visitor())).not.toHaveProperty('snapshot')
  expect(await cardFor(young.api)).not.toHaveProperty('snapshot')
  expect((await get(url)).status).toBe(401)
  expect((await get(url, young)).status).toBe(404)
  // A block takes it away like everything else.
  await lan.api.blocks.blockUser({ targetId: mei.id })
  await expect.poll(async () => (await get(url, mei)).status, { timeout: 20_000 }).toBe(404)
  expect((await get(url, office)).status).toBe(200)

  await office.api.live.cut({ id })
  await expect.poll(async () => (await get(url, office)).status, { timeout: 20_000 }).toBe(404)
  await expect.poll(() => work().filter((name) => name.includes(id)), { timeout: 20_000 }).toEqual([])
  await camera.leaves()

  const jin = await house.creator({ name: 'Jin' })
  const { _id: closed } = await jin.api.live.begin({ title: 'For followers', type: 'followers' })
  const closedCamera = await sends(jin, closed)
  await new Promise((passed) => setTimeout(passed, 7000))
  expect(work().filter((name) => name.includes(closed))).toEqual([])
  expect((await jin.api.live.join({ id: closed })).stream).not.toHaveProperty('snapshot')
  await expect(
    house.db.transaction((tx) => tx.run(sql`update live.streams set snapshot_at = ${tx.now} where work_id = ${closed}`)),
  ).rejects.toThrow('only_a_public_stream_is_on_its_card')
  await jin.api.live.edit({ id: closed, status: 'ended' })
  await closedCamera.leaves()
})

test('who watched so is forgotten an hour after they asked last', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const { _id: id } = await lan.api.live.begin({ title: 'Long ago', type: 'public' })
  await mei.api.live.watchByHls({ id })
  const known = () => house.db.many(sql`select account_id from live.hls_viewers where stream_id = ${id}`)
  await forget(house.db)
  expect(await known()).toHaveLength(1)
  await house.db.transaction((tx) =>
    tx.run(sql`update live.hls_viewers set asked_at = asked_at - interval '61 minutes' where stream_id = ${id}`),
  )
  await forget(house.db)
  expect(await known()).toEqual([])
})

test('what a process that was killed left half made is taken away, and nothing that somebody has in hand', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { _id: id } = await lan.api.live.begin({ title: 'In hand', type: 'public' })
  const [left, made] = [`hls-${crypto.randomUUID()}`, `hls-${id}`]
  for (const name of [left, made]) mkdirSync(join(dataDir, 'media', 'work', name), { recursive: true })
  await house.db.transaction((tx) =>
    tx.run(sql`
      insert into live.hls_runs (stream_id, run, taken_by, taken_until) values (${id}, ${'a'.repeat(32)}, ${crypto.randomUUID()}, ${tx.now}::timestamptz + interval '1 minute')`),
  )
  await sweep(house.db)
  expect([work().includes(left), work().includes(made)]).toEqual([false, true])
  await house.db.transaction((tx) => tx.run(sql`delete from live.hls_runs where stream_id = ${id}`))
  await sweep(house.db)
  expect(work()).not.toContain(made)
  await lan.api.live.edit({ id, status: 'ended' })
})
