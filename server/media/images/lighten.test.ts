import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as images from '#server/media/images/images.ts'
import { work } from '#server/media/images/jobs.ts'
import { lightenNext } from '#server/media/images/lighten.ts'
import { ownPlace, received } from '#server/media/images/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { store } from '#server/platform/storage/store.ts'

const accountId = '019a0000-0000-7000-8000-000000000002'
const fan: Member = { kind: 'member', accountId, sessionId: accountId, role: 'user', username: 'a_fan', isAdult: true }
const ownerId = '019a0000-0000-7000-8000-000000000001'

let db: Database
let http: FastifyInstance
let close: () => Promise<void>
let verdict: files.Verdict = 'plain'
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  files.serveMedia(http, { db, identify: async () => fan })
  files.useMayServe(async () => verdict)
})
afterAll(async () => {
  await http.close()
  await close()
})
beforeEach(() => {
  verdict = 'plain'
})

/** Circles on a ground, as large as a camera's. */
const drawn = (hue: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"><rect width="2400" height="1600" fill="hsl(${hue} 40% 30%)"/>${[300, 900, 1500].map((x) => `<circle cx="${x}" cy="${x / 2}" r="260" fill="hsl(${hue + x / 10} 70% 60%)"/>`).join('')}</svg>`,
    ),
  )
    .jpeg({ quality: 95 })
    .toBuffer()
const send = async (hue: number) => images.receive(db, await received(await drawn(hue)), { purpose: 'photo', ownerId })
const lightenAll = async () => {
  while (await lightenNext(db));
}
const light = async (hue: number) => {
  const { id } = await send(hue)
  await lightenAll()
  return files.get(db, id)
}
const ask = (url: string, accept = 'image/avif,image/webp,*/*') => http.inject({ url, headers: { cookie: 'token=so', accept } })
const addressOf = (file: files.StoredFile, name: string) => files.signedUrl(file.id, name, accountId, db.now)

test('an upload asks for lighter pictures; they stand beside the JPEG, with a size between, and a second look finds nothing to do', async () => {
  const { id } = await send(10)
  expect(await db.many(sql`select 1 from graphile_worker._private_jobs where key = 'images.lighten'`)).toHaveLength(1)
  await lightenAll()
  const file = await files.get(db, id)
  expect(Object.keys(file.renditions).toSorted()).toEqual(['large', 'large.webp', 'medium', 'medium.webp', 'thumbnail', 'thumbnail.webp'])
  expect(file.renditions['medium']).toMatchObject({ width: 1280, height: 853 })
  for (const name of ['large', 'medium', 'thumbnail'])
    expect(file.renditions[`${name}.webp`]!.bytes).toBeLessThan(file.renditions[name]!.bytes * 0.95)
  expect(await files.withoutLighter(db, 10)).toEqual([])
  const stored = await files.storedKeys(db)
  for (const { key } of Object.values(file.renditions)) expect(stored).toContain(key)
})

test('a piece of that work is one picture, so that a look-up somebody waits for goes before the next; the job goes on by itself', async () => {
  for (const hue of [20, 30, 35]) await send(hue)
  expect(await lightenNext(db)).toBe(true)
  expect(await files.withoutLighter(db, 10)).toHaveLength(2)
  const jobs = createJobs(db, () => {})
  work(jobs, db)
  await jobs.runDue()
  expect(await files.withoutLighter(db, 10)).toEqual([])
})

test('who has the right gets fewer bytes under the same address where they read them, and is told nothing of another one', async () => {
  const file = await light(40)
  expect(files.openForm(file, { viewerId: accountId, now: db.now }).thumbnails.map(({ width }) => width)).toEqual([640, 1280])
  const url = addressOf(file, 'large')
  const [webp, jpeg] = [await ask(url), await ask(url, 'image/png')]
  expect(webp.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept' })
  expect(jpeg.headers).toMatchObject({ 'content-type': 'image/jpeg', vary: 'accept' })
  expect(webp.rawPayload.length).toBeLessThan(jpeg.rawPayload.length)
  expect(webp.headers.etag).not.toBe(jpeg.headers.etag)
  expect((await sharp(webp.rawPayload).metadata()).width).toBe(2048)
  expect((await ask(addressOf(file, 'large.webp'))).statusCode).toBe(404)
})

test('what is marked stays the marked JPEG, whatever the browser reads, in each of its sizes', async () => {
  const file = await light(80)
  verdict = 'marked'
  for (const name of ['large', 'medium', 'thumbnail']) {
    const answer = await ask(addressOf(file, name))
    expect(answer.headers['content-type']).toBe('image/jpeg')
    expect(answer.headers.etag).not.toBe(`"${file.id}-${name}"`)
  }
})

test('without the right none of them opens, and what is taken down or deleted takes them along', async () => {
  const [lost, withdrawn] = [await light(120), await light(160)]
  verdict = 'no'
  for (const name of ['large', 'medium', 'thumbnail']) expect((await ask(addressOf(lost, name))).statusCode).toBe(404)
  expect(files.lockedForm(lost).thumbnails).toEqual([])
  verdict = 'plain'
  await db.transaction((tx) => files.withdraw(tx, withdrawn.id))
  await db.transaction((tx) => files.forget(tx, lost.id))
  for (const file of [lost, withdrawn]) {
    for (const name of ['large', 'medium']) expect((await ask(addressOf(file, name))).statusCode).toBe(404)
    for (const { key } of Object.values(file.renditions)) await expect.poll(() => store.size(key)).toBeUndefined()
  }
})

test('a file that goes while they are made keeps none of them, and one whose bytes are lost holds nothing up', async () => {
  const [gone, lost] = [await send(200), await send(240)]
  await store.remove(lost.renditions['large']!.key)
  const bytes = await drawn(200)
  await db.transaction((tx) => files.withdraw(tx, gone.id))
  const made = [{ name: 'large.webp', bytes, width: 2048, height: 1365, mediaType: 'image/webp' }]
  expect(await files.keepLighter(db, gone.id, made)).toBe(false)
  expect(await store.size(`renditions/${gone.id}/large.webp`)).toBeUndefined()
  await lightenAll()
  expect(Object.keys((await files.get(db, lost.id)).renditions).toSorted()).toEqual(['large', 'thumbnail', 'thumbnail.webp'])
  expect(await files.withoutLighter(db, 10)).toEqual([])
})
