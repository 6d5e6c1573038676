// A show that its performer wanted kept, sent by a real browser: it becomes a video of theirs in review; what staff cut does not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cameras, openCameras } from '#journeys/cameras.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { letGo, take } from '#server/stage/live/recording/queries.ts'
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
  await lan.api.live.edit({ id, status: 'ended' })
  await tab.context().close()
  await expect.poll(() => recordingOf(lan, id), { timeout: 60_000 }).toMatchObject({ state: 'made' })
  const videoId = (await recordingOf(lan, id))?.videoId ?? ''
  await expect.poll(async () => (await lan.api.videos.ownOne({ id: videoId })).status, { timeout: 120_000 }).toBe('pending_review')
  const video = await lan.api.videos.ownOne({ id: videoId })
  expect(video).toMatchObject({ title: '光的排練', description: '第三場', isSale: 'ppv', price: 50 })
  expect(video.duration).toBeGreaterThan(9)
  expect(video.duration).toBeLessThan(40)
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
  await expect.poll(() => recordingOf(lan, cut), { timeout: 60_000 }).toEqual({ state: 'withheld', privacy: 'free', price: 0 })
  expect(await store.size(`withheld/${cut}`)).toBeGreaterThan(1000)
  expect((await lan.api.videos.own({})).total).toBe(0)
  const { data: log } = await office.api.admin.audit({ limit: 5 })
  expect(log.map(({ action }) => action)).toContain('live.recording_withheld')

  const { _id: moment } = await lan.api.live.begin({ title: 'A moment', type: 'public', record: true })
  await lan.api.live.edit({ id: moment, status: 'ended' })
  await expect.poll(() => recordingOf(lan, moment), { timeout: 60_000 }).toMatchObject({ state: 'short' })
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
  await house.db.transaction((tx) => letGo(tx, _id))
  expect([await takes(other), await takes(one)]).toEqual([true, false])
})
