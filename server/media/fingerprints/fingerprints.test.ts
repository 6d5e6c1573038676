import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import * as images from '#server/media/images/images.ts'
import { work as imagesWork } from '#server/media/images/jobs.ts'
import { received, ownPlace } from '#server/media/images/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'

const mei = '019a0000-0000-7000-8000-000000000001'
const stranger = '019a0000-0000-7000-8000-000000000002'
const workId = '019a0000-0000-7000-8000-0000000000cc'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())
afterEach(async () => {
  fingerprints.useHashLists([])
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from fingerprints.matches`)
    await tx.run(sql`delete from fingerprints.blocked`)
  })
})

/** Shapes on a gradient, other ones for every number. */
function drawn(number: number): Promise<Buffer> {
  let seed = number * 7919 + 13
  const some = (most: number) => ((seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32) * most
  for (let n = 0; n < 10; n++) some(1)
  const colour = () => `hsl(${Math.round(some(360))} 60% ${Math.round(10 + some(80))}%)`
  const shapes = Array.from({ length: 16 }, (_, n) =>
    n % 2
      ? `<ellipse cx="${some(600)}" cy="${some(400)}" rx="${some(160)}" ry="${some(110)}" fill="${colour()}"/>`
      : `<rect x="${some(600)}" y="${some(400)}" width="${some(200)}" height="${some(160)}" fill="${colour()}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="100%" height="100%" fill="${colour()}"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).blur(1.5).jpeg({ quality: 92 }).toBuffer()
}

const send = async (bytes: Buffer, ownerId = mei) => images.receive(db, await received(bytes), { purpose: 'photo', ownerId })
const removed = (...list: files.StoredFile[]) =>
  db.transaction((tx) =>
    fingerprints.block(
      tx,
      list.map(({ id }) => id),
      { workId },
    ),
  )
const isTurnedAway = async (bytes: Buffer) =>
  send(bytes, stranger).then(
    () => false,
    (error: { code?: string }) => {
      if (error.code !== 'file_blocked') throw error
      return true
    },
  )

test('what was removed cannot come back from anyone, and the others still come in', async () => {
  const photo = await send(await drawn(1))
  expect(await isTurnedAway(await drawn(1))).toBe(false)
  await removed(photo)
  await expect(send(await drawn(1), stranger)).rejects.toMatchObject({
    code: 'file_blocked',
    fields: [{ field: 'file', code: 'file_blocked' }],
  })
  await expect(send(await drawn(1), mei)).rejects.toMatchObject({ code: 'file_blocked' })
  expect(await isTurnedAway(await drawn(2))).toBe(false)
})

test.each<[string, (picture: Sharp) => Sharp]>([
  ['encoded anew', (picture) => picture],
  ['at half its size', (picture) => picture.resize(300)],
  ['mirrored', (picture) => picture.flop()],
  ['cut by 5 % on one side', (picture) => picture.extract({ left: 30, top: 0, width: 570, height: 400 })],
  ['cut by 5 % all round', (picture) => picture.extract({ left: 30, top: 20, width: 540, height: 360 })],
  ['cut at a corner', (picture) => picture.extract({ left: 0, top: 20, width: 570, height: 380 })],
  ['cut by 5 % and mirrored', (picture) => picture.extract({ left: 30, top: 20, width: 540, height: 360 }).flop()],
])('a removed picture is known again %s', async (_how, change) => {
  const photo = await send(await drawn(3))
  await removed(photo)
  expect(
    await isTurnedAway(
      await change(sharp(await drawn(3)))
        .jpeg({ quality: 60 })
        .toBuffer(),
    ),
  ).toBe(true)
})

test('the larger picture that a removed one was cut from is known as well', async () => {
  const part = await sharp(await drawn(4))
    .extract({ left: 30, top: 20, width: 540, height: 360 })
    .jpeg()
    .toBuffer()
  await removed(await send(part))
  expect(await isTurnedAway(await drawn(4))).toBe(true)
})

test('forty unlike pictures are not taken for each other, and flat ones for none at all', async () => {
  const prints = await Promise.all(Array.from({ length: 40 }, async (_, n) => fingerprints.picturePrints(await drawn(100 + n))))
  const ids = await Promise.all(prints.slice(0, 20).map(async (_, n) => (await send(await drawn(100 + n))).id))
  await db.transaction((tx) => fingerprints.block(tx, ids, { workId }))
  for (const print of prints.slice(0, 20)) expect(await fingerprints.check(db, print)).toMatchObject({ source: 'removed' })
  for (const print of prints.slice(20)) expect(await fingerprints.check(db, print)).toBeUndefined()
  const grey = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
  expect(await fingerprints.picturePrints(grey)).toEqual([])
})

test('what matched is never served: sealed away, in error, told to staff, to the audit log and to listeners', async () => {
  await removed(await send(await drawn(5)))
  const bytes = await sharp(await drawn(5))
    .jpeg({ quality: 50 })
    .toBuffer()
  expect(await isTurnedAway(bytes)).toBe(true)
  const { rows } = await files.ofOwner(db, stranger, { purposes: ['photo'], status: 'error' }, { limit: 1, offset: 0 })
  const [file] = rows
  expect(file).toMatchObject({ status: 'error', failure: 'blocked', renditions: {} })
  const id = file?.id ?? ''
  expect((await buffer(store.readSealed(fingerprints.quarantine(id)))).equals(bytes)).toBe(true)
  expect(await store.size(files.original(id))).toBeUndefined()
  expect(await store.size(`renditions/${id}/large.jpg`)).toBeUndefined()
  const told = async (query: Parameters<Database['many']>[0]) => (await db.many(query)).length
  expect(await told(sql`select 1 from fingerprints.matches where file_id = ${id} and owner_id = ${stranger}`)).toBe(1)
  expect(await told(sql`select 1 from audit.entries where action = 'fingerprints.matched' and subject_id = ${id}`)).toBe(1)
  expect(await told(sql`select 1 from outbox.events where name = 'file.matched' and payload ->> 'fileId' = ${id}`)).toBe(1)
})

test('a film is known by a part of its frames, and not by a title that it shares with another', async () => {
  const framesOf = async (numbers: number[]) =>
    (await Promise.all(numbers.map(async (n, place) => fingerprints.framePrints(await drawn(n), place)))).flat()
  const film = await send(await drawn(6))
  await db.transaction(async (tx) => fingerprints.keep(tx, film.id, await framesOf([200, 201, 202, 203, 204, 205])))
  await removed(film)
  expect(await fingerprints.check(db, await framesOf([300, 203, 204, 301, 302, 303, 304, 305]))).toMatchObject({ source: 'removed' })
  expect(await fingerprints.check(db, await framesOf([200, 300, 301, 302, 303]))).toBeUndefined()
})

test('a list of others is taken in once, by lines, and says which lines are none', async () => {
  const bytes = await drawn(7)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const block = (await fingerprints.picturePrints(await drawn(8))).find(({ variant }) => variant === 'whole')?.hex ?? ''
  const lines = ['# a list', sha256.toUpperCase(), `block:${block}`, '', 'nonsense', sha256]
  expect(await fingerprints.importList(db, 'others', lines)).toEqual({ added: 2, known: 1, wrong: [5] })
  expect(await fingerprints.importList(db, 'others', lines)).toEqual({ added: 0, known: 3, wrong: [5] })
  expect(await isTurnedAway(bytes)).toBe(true)
  expect(
    await isTurnedAway(
      await sharp(await drawn(8))
        .flop()
        .resize(500)
        .jpeg()
        .toBuffer(),
    ),
  ).toBe(true)
})

let service: Server | undefined
afterEach(() => void service?.close())
async function outside(answer: (prints: { kind: string; hash: string }[]) => { status?: number; body: unknown }): Promise<string> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { prints } = JSON.parse((await buffer(request)).toString()) as { prints: { kind: string; hash: string }[] }
    const { status = 200, body } = answer(prints)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  service = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(service, 'listening')
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
}

test('an outside service is asked with prints only, and what it knows is turned away in its name', async () => {
  let heard: { kind: string; hash: string }[] = []
  const url = await outside((prints) => {
    heard = prints
    return {
      body: {
        matches: prints
          .filter(({ kind }) => kind === 'block')
          .slice(0, 1)
          .map(({ hash }) => ({ hash, distance: 3 })),
      },
    }
  })
  fingerprints.useHashLists([fingerprints.outsideList({ name: 'watchers', url })])
  expect(await isTurnedAway(await drawn(9))).toBe(true)
  expect(heard.map(({ kind }) => kind)).toContain('exact')
  for (const { hash } of heard) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const [match] = await db.many<{ source: string; distance: number }>(sql`
    select b.source, m.distance from fingerprints.matches m join fingerprints.blocked b on b.id = m.blocked_id`)
  expect(match).toEqual({ source: 'watchers', distance: 3 })
})

test('while an outside service cannot be asked a photo waits and is not sent twice, and once it answers it is asked again', async () => {
  const sender = '019a0000-0000-7000-8000-000000000003'
  let isDown = true
  const url = await outside(() => (isDown ? { status: 500, body: {} } : { body: { matches: [] } }))
  fingerprints.useHashLists([fingerprints.outsideList({ name: 'watchers', url, timeoutMs: 10_000 })])
  const photo = await send(await drawn(10), sender)
  expect(photo).toMatchObject({ status: 'processing', renditions: {} })
  expect(await store.size(`renditions/${photo.id}/large.jpg`)).toBeUndefined()

  const told: string[] = []
  const jobs = createJobs(db, (error) => told.push((error as Error).message))
  imagesWork(jobs, db)
  const runTheJob = async () => {
    await db.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await jobs.runDue()
    return files.get(db, photo.id)
  }
  expect(await runTheJob()).toMatchObject({ status: 'processing' })
  expect(told).toContain('the hash list watchers answered 500')
  isDown = false
  expect(await runTheJob()).toMatchObject({ status: 'finished' })
  expect((await files.ofOwner(db, sender, { purposes: ['photo'] }, { limit: 9, offset: 0 })).total).toBe(1)
})

test('a face that cannot be decided on leaves nothing, because its owner sends it again', async () => {
  const sender = '019a0000-0000-7000-8000-000000000004'
  const url = await outside(() => ({ status: 500, body: {} }))
  fingerprints.useHashLists([fingerprints.outsideList({ name: 'watchers', url, timeoutMs: 10_000 })])
  const fileId = '019a0000-0000-7000-8000-00000000fa4e'
  const face = images.receivePicture(db, await received(await drawn(11)), { purpose: 'avatar', ownerId: sender, fileId })
  await expect(face).rejects.toThrow('the hash list watchers answered 500')
  expect((await files.find(db, [fileId])).size).toBe(0)
  await vi.waitFor(async () => expect(await store.size(files.original(fileId))).toBeUndefined())
})
