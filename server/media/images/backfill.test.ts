import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { backfillPrints } from '#server/media/images/backfill.ts'
import * as images from '#server/media/images/images.ts'
import { received, ownPlace } from '#server/media/images/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

/** Circles, other ones for every number. */
const drawn = (number: number): Buffer => {
  const circles = Array.from({ length: 12 }, (_, n) => {
    const at = (factor: number) => (number * 7919 + n * factor * 131) % 400
    return `<circle cx="${at(3)}" cy="${at(7)}" r="${20 + (at(5) % 70)}" fill="hsl(${at(11)} 70% ${20 + (at(13) % 60)}%)"/>`
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${circles.join('')}</svg>`)
}
const jpeg = (number: number, quality = 90) => sharp(drawn(number)).jpeg({ quality }).toBuffer()
const send = async (bytes: Buffer) => images.receive(db, await received(bytes), { purpose: 'photo', ownerId })

/** As it stood before prints were kept. */
const ofOld = async (bytes: Buffer) => {
  const photo = await send(bytes)
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from fingerprints.prints where file_id = ${photo.id}`)
    await tx.run(sql`insert into fingerprints.unprinted values (${photo.id})`)
  })
  return photo
}
const printsOf = (id: string) => db.many(sql`select 1 from fingerprints.prints where file_id = ${id}`)

test('photos of before have prints once the job was there, and what was removed meanwhile is taken back and told', async () => {
  const [kind, copy, lost] = [await ofOld(await jpeg(1)), await ofOld(await jpeg(2, 60)), await ofOld(await jpeg(3))]
  await store.remove(lost.renditions['large']?.key ?? '')
  const removed = await send(await jpeg(2))
  await db.transaction((tx) => fingerprints.block(tx, [removed.id], { workId: removed.id }))

  await backfillPrints(db)
  expect(await files.get(db, kind.id)).toMatchObject({ status: 'finished' })
  expect((await printsOf(kind.id)).length).toBeGreaterThan(10)
  expect(await files.get(db, copy.id)).toMatchObject({ status: 'error', failure: 'blocked', renditions: {}, blur: null })
  expect((await sharp(await buffer(store.readSealed(fingerprints.quarantine(copy.id)))).metadata()).width).toBe(400)
  for (const { key } of Object.values(copy.renditions)) await expect.poll(() => store.size(key)).toBeUndefined()
  expect(await db.many(sql`select 1 from audit.entries where action = 'fingerprints.matched' and subject_id = ${copy.id}`)).toHaveLength(1)
  expect(await db.many(sql`select 1 from outbox.events where name = 'file.matched'`)).toHaveLength(1)
  expect(await fingerprints.unprinted(db, 10)).toEqual([])
})

test('while the outside list cannot be asked the job stops where it is, and goes on there', async () => {
  const photo = await ofOld(await jpeg(4))
  fingerprints.useHashLists([{ name: 'watchers', matches: () => Promise.reject(new Error('nobody answers')) }])
  await expect(backfillPrints(db)).rejects.toThrow('nobody answers')
  expect(await fingerprints.unprinted(db, 10)).toEqual([photo.id])
  fingerprints.useHashLists([])
  await backfillPrints(db)
  expect(await fingerprints.unprinted(db, 10)).toEqual([])
  expect((await printsOf(photo.id)).length).toBeGreaterThan(0)
})
