import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as images from '#server/media/images/images.ts'
import { noise, received, ownPlace } from '#server/media/images/testing.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import type { Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import type { Member } from '#server/platform/http/viewer.ts'

const member = (accountId: string): Member => ({
  kind: 'member',
  accountId,
  sessionId: accountId,
  role: 'user',
  username: 'x',
  isAdult: true,
})
const owner = member('019a0000-0000-7000-8000-000000000001')
const fan = member('019a0000-0000-7000-8000-000000000002')
const stranger = member('019a0000-0000-7000-8000-000000000003')
const people = new Map([owner, fan, stranger].map((person) => [`token-of-${person.accountId}`, person]))
const tokenOf = (person: Member) => `token-of-${person.accountId}`

const clock = movableClock()
let db: Database
let http: FastifyInstance
let photo: files.StoredFile
let close: () => Promise<void>
/** Whom the catalogue lets see, for this file's tests. */
const entitled = new Set<string>()

beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  files.serveMedia(http, { db, identify: async (token) => people.get(token) })
  files.useMayServe(async (_db, { viewer }) => (viewer.kind === 'member' && entitled.has(viewer.accountId) ? 'plain' : 'no'))
  photo = await images.receive(db, await received(await noise(100, 80).jpeg().toBuffer()), {
    purpose: 'photo',
    ownerId: owner.accountId,
  })
})
afterAll(async () => {
  await http.close()
  await close()
})
beforeEach(() => {
  entitled.clear()
  entitled.add(fan.accountId)
})

const get = (url: string, person?: Member, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { ...(person && { cookie: `token=${tokenOf(person)}` }), ...headers } })
const address = (person: Member = fan, rendition = 'large') => files.signedUrl(photo.id, rendition, person.accountId, db.now)

test('a fan with the right gets the picture, as JPEG, that no page can be made of and no other cache may keep', async () => {
  const answer = await get(address(), fan)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d{1,2}$/)
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect((await http.inject({ url: address(), headers: { authorization: tokenOf(fan) } })).statusCode).toBe(200)
})

test('an address opens for its viewer only: passed on, or without a session, it is not found', async () => {
  entitled.add(stranger.accountId)
  expect((await get(address(), stranger)).statusCode).toBe(404)
  expect((await get(address())).statusCode).toBe(404)
  expect((await get(files.publicUrl(photo.id, 'large'), fan)).statusCode).toBe(404)
})

test('losing the right closes an address that is still good, and the browser is not told to go on showing its copy', async () => {
  const url = address()
  const { headers } = await get(url, fan)
  expect((await get(url, fan, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  entitled.clear()
  expect((await get(url, fan)).statusCode).toBe(404)
  expect((await get(url, fan, { 'if-none-match': String(headers.etag) })).statusCode).toBe(404)
})

test('an address is the same for some minutes, so that it can be cached, and dead within fifteen', async () => {
  const url = address()
  clock.advance({ minutes: 4, seconds: 59 })
  expect((await get(url, fan)).statusCode).toBe(200)
  clock.advance({ minutes: 11 })
  expect((await get(url, fan)).statusCode).toBe(404)
  const at = (seconds: number) => files.signedUrl(photo.id, 'large', fan.accountId, new Date(1_800_000_000_000 + seconds * 1000))
  expect(at(0)).toBe(at(599))
  expect(at(0)).not.toBe(at(600))
})

test('five hundred mutated addresses serve nothing', async () => {
  const good = address()
  expect((await get(good, fan)).statusCode).toBe(200)
  const [path = '', query = ''] = good.split('?')
  const expiry = query.slice(2, 12)
  const mutants = new Set<string>([
    path,
    `${path}?e=${expiry}`,
    `${path}?${query.split('&')[1]}`,
    `${path}?e=9999999999&${query.split('&')[1]}`,
    `${path}?e=${expiry}.0&${query.split('&')[1]}`,
    `${path}?e=%20${expiry}&${query.split('&')[1]}`,
    `${path}?${query}&${query}`,
    good.replace('/large', '/thumbnail'),
    good.replace('/large', '/original'),
    good.replace('/large', '/..%2Flarge'),
    good.replace('/large', '/constructor'),
    good.replace(photo.id, '019a0000-0000-7000-8000-00000000dead'),
    good.replace('/media/', '/media/../media//'),
  ])
  const letters = 'ABCDEFabcdef0123456789-_/.%&='
  const pick = (text: string) => text[Math.floor(Math.random() * text.length)] ?? 'x'
  while (mutants.size < 500) {
    const at = '/media/'.length + Math.floor(Math.random() * (good.length - '/media/'.length))
    const mutant = `${good.slice(0, at)}${pick(letters)}${good.slice(at + (Math.random() < 0.7 ? 1 : 0))}`
    if (mutant !== good) mutants.add(mutant)
  }
  for (const url of mutants) expect([url, (await get(url, fan)).statusCode]).toEqual([url, 404])
})

test('a face is public: anyone gets it, for long; another rendition or id is not found', async () => {
  const { fileId } = await images.receivePicture(db, await received(await noise(60, 60).png().toBuffer()), {
    purpose: 'avatar',
    ownerId: owner.accountId,
  })
  const answer = await get(files.publicUrl(fileId, '96'))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toContain('public')
  expect((await get(files.publicUrl(fileId, 'large'))).statusCode).toBe(404)
})

test('what is not finished is not served', async () => {
  const id = '019a0000-0000-7000-8000-0000000000aa'
  await db.transaction((tx) =>
    files.add(tx, { id, ownerId: fan.accountId, purpose: 'photo', mediaType: 'image/png', bytes: 1, sha256: 'x' }),
  )
  expect((await get(files.signedUrl(id, 'large', fan.accountId, db.now), fan)).statusCode).toBe(404)
})

test('a file is worked on by one at a time, and told once when it is done', async () => {
  const id = '019a0000-0000-7000-8000-0000000000bb'
  await db.transaction((tx) =>
    files.add(tx, { id, ownerId: fan.accountId, purpose: 'photo', mediaType: 'image/png', bytes: 1, sha256: 'x' }),
  )
  const claims = await Promise.all([1, 2, 3].map(() => db.transaction((tx) => files.claim(tx, id))))
  expect(claims.filter(Boolean)).toHaveLength(1)
  await db.transaction((tx) => files.fail(tx, id))
  await db.transaction((tx) => files.fail(tx, id))
  const told = await db.pool.query("select 1 from outbox.events where name = 'file.processed' and payload ->> 'fileId' = $1", [id])
  expect(told.rowCount).toBe(1)
})
