// A show that its performer wanted kept, sent by a real browser: it becomes a video of theirs in review; what staff cut does not, and is seen by them alone.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cameras, openCameras } from '#journeys/cameras.ts'
import { type House, openHouse, type Person, ready } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import * as works from '#server/catalogue/works/works.ts'
import { placeOf, sweep } from '#server/stage/live/recording/preparing.ts'
import { letGo, take } from '#server/stage/live/recording/queries.ts'
import { sealLater } from '#server/stage/live/recording/sealing.ts'
import { forgetWithheld } from '#server/stage/live/recording/withheld.ts'
import { store } from '#server/platform/storage/store.ts'

let house: House
let office: Person
let cameras: Cameras
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-recording-'))
  house = await openHouse({ DATA_DIR: dataDir })
  office = await house.staff()
  cameras = await openCameras(house)
}, 600_000)
afterAll(async () => {
  await cameras?.close()
  await house.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A page of theirs that sends its camera, for as long as it is open. */
async function sends(person: Person, streamId: string): Promise<Page> {
  const tab = await cameras.tabOf(person)
  await tab.evaluate((id) => window.publish(id, ''), streamId)
  return tab
}

const recordingOf = async ({ api }: Person, id: string) => (await api.live.own({})).data.find(({ _id }) => _id === id)?.recording
const onAirFor = async (lan: Person, id: string, ms: number) => {
  await expect.poll(async () => (await lan.api.live.join({ id })).stream.isOnAir, { timeout: 30_000 }).toBe(true)
  await new Promise((passed) => setTimeout(passed, ms))
}

/** What a browser sent in the first show. */
let reel: Buffer = Buffer.alloc(0)
const tapesOf = (id: string) => readdirSync(placeOf(id)).map((name) => readFileSync(join(placeOf(id), name)))
const longest = (tapes: Buffer[]) => tapes.reduce((one, other) => (other.length > one.length ? other : one), Buffer.alloc(0))

type Begin = Parameters<Person['api']['live']['begin']>[0]
/** A show that is over, of which this was taped. */
async function over(lan: Person, tape: Buffer | undefined, draft: Begin = {}): Promise<string> {
  const { _id: id } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public', record: true, recordPrivacy: 'free', ...draft })
  if (tape) {
    mkdirSync(placeOf(id), { recursive: true })
    writeFileSync(join(placeOf(id), '1.tape'), tape)
  }
  await lan.api.live.edit({ id, status: 'ended' })
  return id
}
const becomes = (lan: Person, id: string) => expect.poll(() => recordingOf(lan, id), { timeout: 60_000 })
const told = async ({ api }: Person) => {
  await house.settle()
  return (await api.notifications.list({})).data.map(({ text, path }) => ({ text, path }))
}
const library = async ({ api }: Person) => (await api.uploads.library({})).total
const bytesOf = (person: Person, url: string, range?: string) =>
  fetch(`${house.address}${url}`, { headers: { authorization: `Bearer ${person.token}`, ...(range && { range }) } })

test('a kept show is a video for sale, in review, as long as the show was, and whoever came was told', { timeout: 240_000 }, async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' })]
  const { _id: id, ...begun } = await lan.api.live.begin({
    title: '光的排練',
    description: '第三場',
    type: 'public',
    record: true,
    recordPrivacy: 'ppv',
    recordPrice: 50,
  })
  expect(begun.recording).toEqual({ state: 'asked', privacy: 'ppv', price: 50 })
  const { stream } = await mei.api.live.join({ id })
  expect(stream).toMatchObject({ isRecorded: true })
  expect(stream).not.toHaveProperty('recording')
  const tab = await sends(lan, id)
  await onAirFor(lan, id, 14_000)
  reel = longest(tapesOf(id))
  await lan.api.live.edit({ id, status: 'ended' })
  await tab.context().close()
  await expect.poll(() => recordingOf(lan, id), { timeout: 60_000 }).toMatchObject({ state: 'made' })
  const videoId = (await recordingOf(lan, id))?.videoId ?? ''
  expect(await told(lan)).toContainEqual({ text: expect.stringContaining('is a video now'), path: `/creator/videos/${videoId}` })
  await expect.poll(async () => (await lan.api.videos.ownOne({ id: videoId })).status, { timeout: 120_000 }).toBe('pending_review')
  const video = await lan.api.videos.ownOne({ id: videoId })
  expect(video).toMatchObject({ title: '光的排練', description: '第三場', isSale: 'ppv', price: 50 })
  expect(video.duration).toBeGreaterThan(9)
  expect(video.duration).toBeLessThan(40)
  // The office has the video to look at, and not the show, which is over.
  const { data: queue } = await office.api.admin.works({ limit: 100 })
  expect(queue.map(({ _id }) => _id)).toContain(videoId)
  expect(queue.map(({ _id }) => _id)).not.toContain(id)
  // Nobody sees it before staff have.
  await expect(mei.api.videos.one({ id: videoId })).rejects.toMatchObject({ status: 404 })
  // Of its tapes nothing is left.
  await expect.poll(async () => (await house.db.many(sql`select from live.recordings where settled_at is null`)).length).toBe(0)
})

test('what staff cut is kept for them and becomes no video; what was a moment only becomes nothing', { timeout: 240_000 }, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const { _id: cut } = await lan.api.live.begin({ title: 'Rehearsal', type: 'public', record: true })
  const tab = await sends(lan, cut)
  await onAirFor(lan, cut, 5000)
  await office.api.live.cut({ id: cut })
  await tab.context().close()
  await expect
    .poll(() => recordingOf(lan, cut), { timeout: 60_000 })
    .toEqual({ state: 'withheld', reason: 'cut', privacy: 'free', price: 0 })
  expect(await store.size(`withheld/${cut}`)).toBeGreaterThan(1000)
  expect((await lan.api.videos.own({})).total).toBe(0)
  const { data: log } = await office.api.admin.audit({ limit: 5 })
  expect(log.map(({ action }) => action)).toContain('live.recording_withheld')

  expect(await told(lan)).toContainEqual({ text: expect.stringContaining('is sealed and not published'), path: '/creator/live' })

  const moment = await over(lan, reel.subarray(0, reel.length / 4))
  await becomes(lan, moment).toEqual({ state: 'short', privacy: 'free', price: 0 })
  expect(await told(lan)).toContainEqual({ text: expect.stringContaining('too short'), path: '/creator/live' })
})

test('a show without a video says why: no picture was taped, or what was taped cannot be read', { timeout: 120_000 }, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [nothing, nonsense] = [await over(lan, undefined), await over(lan, Buffer.alloc(100_000, 0xff), { title: 'Torn' })]
  await becomes(lan, nothing).toMatchObject({ state: 'failed', reason: 'nothing_taped' })
  await becomes(lan, nonsense).toMatchObject({ state: 'failed', reason: 'unreadable' })
  expect(await told(lan)).toEqual(
    expect.arrayContaining([
      { text: expect.stringContaining('No picture of “Rehearsal”'), path: '/creator/live' },
      { text: expect.stringContaining('“Torn” cannot be read'), path: '/creator/live' },
    ]),
  )
  expect(await library(lan)).toBe(0)
  // Nothing is said of it to anybody else.
  expect(JSON.stringify(await (await house.fan({ name: 'Mei' })).api.live.join({ id: nothing }))).not.toContain('nothing_taped')
  await expect(
    house.db.transaction((tx) => tx.run(sql`update live.recordings set reason = null where stream_id = ${nothing}`)),
  ).rejects.toThrow('what_has_no_video_says_why')
})

test('a show that was cut off in the middle ends in a clear state, whatever lies there: empty, blank, half a packet, or no beginning', {
  timeout: 240_000,
}, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const shows = {
    empty: await over(lan, Buffer.alloc(0), { title: 'Empty' }),
    blank: await over(lan, Buffer.alloc(65_536), { title: 'Blank' }),
    half: await over(lan, reel.subarray(0, 30), { title: 'Half' }),
  }
  await becomes(lan, shows.empty).toMatchObject({ state: 'failed', reason: 'nothing_taped' })
  for (const id of [shows.blank, shows.half]) await becomes(lan, id).toMatchObject({ state: 'failed', reason: 'unreadable' })
  // A whole tape beside them is a film all the same.
  const { _id: id } = await lan.api.live.begin({ title: 'Mended', type: 'public', record: true, recordPrivacy: 'free' })
  mkdirSync(placeOf(id), { recursive: true })
  for (const [name, bytes] of [
    ['1.tape', Buffer.alloc(65_536)],
    ['2.tape', reel],
    ['3.tape', reel.subarray(0, 30)],
    ['4.tape', Buffer.alloc(0)],
  ] as const)
    writeFileSync(join(placeOf(id), name), bytes)
  await lan.api.live.edit({ id, status: 'ended' })
  await becomes(lan, id).toMatchObject({ state: 'made' })
  const words = (await told(lan)).map(({ text }) => text).join('\n')
  for (const title of ['Empty', 'Blank', 'Half', 'Mended']) expect(words).toContain(title)
  for (const each of [...Object.values(shows), id]) await expect.poll(() => existsSync(placeOf(each)), { timeout: 30_000 }).toBe(false)
})

test('what whoever settled a show left on the disk when they died is taken away, and no tape of one that waits', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const settled = await over(lan, undefined)
  await becomes(lan, settled).toMatchObject({ state: 'failed' })
  const scheduledAt = new Date(house.db.now.getTime() + 3_600_000).toISOString()
  const { _id: waits } = await lan.api.live.begin({ title: 'Later', type: 'public', record: true, recordPrivacy: 'free', scheduledAt })
  for (const id of [settled, waits]) {
    mkdirSync(placeOf(id), { recursive: true })
    writeFileSync(join(placeOf(id), 'film'), 'left')
  }
  await sweep(house.db)
  expect([existsSync(placeOf(settled)), existsSync(placeOf(waits))]).toEqual([false, true])
})

test('a film whose title may not stand any more is in its performer’s library, until its show is taken down', {
  timeout: 400_000,
}, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const id = await over(lan, reel, { title: 'Midnight crossing' })
  await office.api.admin.saveSettings({ values: { prohibitedTerms: ['midnight crossing'] } })
  await becomes(lan, id).toMatchObject({ state: 'failed', reason: 'refused' })
  await office.api.admin.saveSettings({ values: { prohibitedTerms: [] } })
  expect(await told(lan)).toContainEqual({ text: expect.stringContaining('in your library'), path: '/creator/library' })
  expect(await library(lan)).toBe(1)

  // Taken down in the meantime, it is sealed once the work on it is done.
  await house.db.transaction((tx) => works.takeDown(tx, id, office.id, 'Not theirs'))
  await house.settle()
  await ready(lan, id)
  await house.db.transaction((tx) => sealLater(tx, id))
  await becomes(lan, id).toMatchObject({ state: 'withheld', reason: 'cut' })
  expect(await library(lan)).toBe(0)
  expect(await told(lan)).toContainEqual({ text: expect.stringContaining('is sealed'), path: '/creator/live' })
  const { url, mediaType } = await office.api.live.openWithheldRecording({ id, reason: 'A report' })
  expect(mediaType).toBe('video/mp4')
  expect(Buffer.from(await (await bytesOf(office, url, 'bytes=4-7')).arrayBuffer()).toString()).toBe('ftyp')
})

test('a show taken down while its film is made leaves nothing in the library: the film is sealed', { timeout: 120_000 }, async () => {
  const lan = await house.creator({ name: 'Lan' })
  const id = await over(lan, reel, { title: 'Taken down' })
  await house.db.transaction(async (tx) => {
    await works.lockExclusive(tx, id)
    await expect.poll(() => store.size(`originals/${id}`), { timeout: 60_000 }).toBeGreaterThan(1000)
    await works.takeDown(tx, id, office.id, 'Not theirs')
  })
  await becomes(lan, id).toMatchObject({ state: 'withheld', reason: 'cut' })
  expect(await library(lan)).toBe(0)
  expect((await lan.api.videos.own({})).total).toBe(0)
  expect(await store.size(`originals/${id}`)).toBeUndefined()
  expect(await store.size(`withheld/${id}`)).toBeGreaterThan(1000)
})

test('what was paid for does not become free by itself, prices are held against the rules, and a private show is never kept', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei', balance: 100 })]
  const at = new Date(house.clock.now().getTime() + 3_600_000).toISOString()
  const later = { title: 'Rehearsal', scheduledAt: at }
  const ticket = await lan.api.live.begin({ ...later, type: 'ticket', price: 30, record: true })
  expect(ticket.recording).toMatchObject({ privacy: 'ppv', price: 30 })
  const group = { ...later, type: 'group' as const, pricePerMinute: 5, record: true }
  await expect(lan.api.live.begin(group)).rejects.toMatchObject({ errors: [{ field: 'recordPrice', code: 'price_required' }] })
  const free = { ...later, type: 'public' as const, record: true, recordPrice: 40 }
  await expect(lan.api.live.begin(free)).rejects.toMatchObject({ errors: [{ field: 'recordPrice', code: 'price_without_sale' }] })
  expect(await lan.api.live.begin({ ...later, type: 'public' })).not.toHaveProperty('isRecorded')
  // What the next one begins with.
  expect(await lan.api.live.updateProfile({ record: true, recordPrivacy: 'subscription' })).toMatchObject({
    record: true,
    recordPrivacy: 'subscription',
  })
  expect((await lan.api.live.begin({ ...later, type: 'public' })).recording).toMatchObject({ privacy: 'subscription', price: 0 })

  await lan.api.live.updateProfile({ privatePrice: 30 })
  const request = await mei.api.live.askPrivate({ performerId: lan.id })
  const show = await lan.api.live.acceptPrivate({ id: request._id })
  expect(show).not.toHaveProperty('isRecorded')
  await expect(
    house.db.transaction((tx) =>
      tx.run(sql`insert into live.recordings (stream_id, audience, asked_at) values (${show._id}, 'free', ${tx.now})`),
    ),
  ).rejects.toThrow('a private show is not recorded')
})

test('a recording is in one process’s hands at a time, and is given on where it could not be made', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const scheduledAt = new Date(house.db.now.getTime() + 3_600_000).toISOString()
  const { _id } = await lan.api.live.begin({ title: 'Kept', type: 'public', record: true, recordPrivacy: 'free', scheduledAt })
  const until = new Date(house.db.now.getTime() + 60_000)
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const takes = (by: string) => house.db.transaction((tx) => take(tx, _id, { by, until }))
  expect([await takes(one), await takes(other), await takes(one)]).toEqual([true, false, true])
  // It rests for a moment first: a disk that is full is full a second later, too.
  await house.db.transaction((tx) => letGo(tx, _id, until))
  expect(await takes(other)).toBe(false)
  await house.db.transaction((tx) => letGo(tx, _id, new Date(tx.now.getTime() - 1)))
  expect([await takes(other), await takes(one)]).toEqual([true, false])
})

test('a sealed film is looked at by staff alone, with a reason on record, and is gone after 180 days', { timeout: 120_000 }, async () => {
  const [lan, mei, other] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mei' }), await house.staff()]
  const { _id: id } = await lan.api.live.begin({ title: 'Cut', type: 'public', record: true })
  mkdirSync(placeOf(id), { recursive: true })
  writeFileSync(join(placeOf(id), '1.tape'), reel)
  await office.api.live.cut({ id })
  await becomes(lan, id).toMatchObject({ state: 'withheld' })
  const { data } = await office.api.live.withheldRecordings({})
  const [one] = data
  expect(one).toMatchObject({ _id: id, title: 'Cut', performer: { name: 'Lan' } })
  expect(Date.parse(one!.keptUntil) - Date.parse(one!.withheldAt)).toBe(180 * 86_400_000)
  for (const { api } of [lan, mei]) {
    await expect(api.live.withheldRecordings({})).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(api.live.openWithheldRecording({ id, reason: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(office.api.live.openWithheldRecording({ id, reason: '' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(office.api.live.openWithheldRecording({ id: crypto.randomUUID(), reason: 'None' })).rejects.toMatchObject({
    code: 'not_found',
  })

  const { url, mediaType } = await office.api.live.openWithheldRecording({ id, reason: 'A report says more than it shows' })
  const { data: log } = await office.api.admin.audit({ limit: 1 })
  expect(log).toMatchObject([
    { action: 'live.recording_viewed', subject: `work:${id}`, detail: { reason: 'A report says more than it shows' } },
  ])
  const film = await bytesOf(office, url)
  expect([film.status, film.headers.get('content-type')]).toEqual([200, mediaType])
  const whole = Buffer.from(await film.arrayBuffer())
  expect(whole.length).toBe(Number(film.headers.get('content-length')))
  expect(mediaType === 'video/webm' ? whole.subarray(0, 4).toString('hex') : whole.subarray(4, 8).toString()).toBe(
    mediaType === 'video/webm' ? '1a45dfa3' : 'ftyp',
  )
  // Whoever looks on from the middle reads the same.
  const part = await bytesOf(office, url, 'bytes=70000-200000')
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 70000-200000/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(70_000, 200_001))).toBe(true)
  // Passed on it opens nothing, to staff who gave no reason neither.
  for (const who of [lan, mei, other]) expect((await bytesOf(who, url)).status).toBe(404)
  expect((await fetch(`${house.address}${url}`)).status).toBe(404)
  expect((await bytesOf(office, url.split('?')[0]!)).status).toBe(404)

  house.clock.advance({ days: 181 })
  const late = await house.staff()
  expect((await late.api.live.withheldRecordings({})).data.map(({ _id }) => _id)).not.toContain(id)
  await expect(late.api.live.openWithheldRecording({ id, reason: 'Late' })).rejects.toMatchObject({ code: 'not_found' })
  await forgetWithheld(house.db)
  expect(await store.size(`withheld/${id}`)).toBeUndefined()
})
