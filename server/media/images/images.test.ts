import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as images from '#server/media/images/images.ts'
import { mostPixels } from '#server/media/images/sniff.ts'
import { work } from '#server/media/images/jobs.ts'
import { noise, received, ownPlace } from '#server/media/images/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

const send = async (bytes: Buffer, purpose: images.Intake['purpose'] = 'photo', name?: string) =>
  images.receive(db, await received(bytes, name), { purpose, ownerId })
const served = (file: files.StoredFile, rendition: string) => readFile(store.localPath(file.renditions[rendition]?.key ?? 'none'))
const refused = (code: string) => ({ code, fields: [{ field: 'file', code }] })

test('a photo is finished when its upload is answered: two sizes, its own shape, and a blur of less than a kilobyte', async () => {
  const file = await send(await noise(3000, 1500).jpeg().toBuffer())
  expect(file).toMatchObject({ status: 'finished', progress: 100, width: 2048, height: 1024 })
  expect(file.renditions).toMatchObject({ large: { width: 2048, height: 1024 }, thumbnail: { width: 640, height: 320 } })
  expect(file.blur?.length).toBeLessThanOrEqual(1024)
  const tiny = await sharp(Buffer.from(file.blur?.split(',')[1] ?? '', 'base64')).metadata()
  expect(tiny.width).toBeLessThanOrEqual(48)
})

test.each(['png', 'webp'] as const)('a %s comes out as JPEG, and a small picture is not enlarged', async (format) => {
  const file = await send(await noise(300, 200)[format]().toBuffer())
  expect(file).toMatchObject({ status: 'finished', width: 300, height: 200 })
  expect((await sharp(await served(file, 'large')).metadata()).format).toBe('jpeg')
})

test('where and with what a photo was taken does not leave the house, and it stands upright', async () => {
  const exif = { IFD0: { Make: 'Lanternworks', Copyright: 'SECRETNAME' }, IFD3: { GPSLatitude: '25/1 2/1 0/1', GPSLatitudeRef: 'N' } }
  const bytes = await noise(400, 200).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
  const before = await sharp(bytes).metadata()
  expect(before.exif?.includes('SECRETNAME')).toBe(true)
  expect(before.orientation).toBe(6)
  const file = await send(bytes)
  expect(file).toMatchObject({ width: 200, height: 400 })
  for (const name of Object.keys(file.renditions)) {
    const out = await served(file, name)
    const after = await sharp(out).metadata()
    expect(after).not.toHaveProperty('exif')
    expect(after).not.toHaveProperty('xmp')
    expect(after).not.toHaveProperty('orientation')
    for (const word of ['SECRETNAME', 'Lanternworks']) expect(out.includes(word)).toBe(false)
  }
  expect(existsSync(store.localPath(files.original(file.id)))).toBe(false)
})

test('what hides behind a picture is gone: a page appended to a JPEG is not in what we serve', async () => {
  const bytes = Buffer.concat([await noise(64, 64).jpeg().toBuffer(), Buffer.from('<script>alert("PAYLOAD")</script>')])
  const file = await send(bytes)
  for (const name of Object.keys(file.renditions)) expect((await served(file, name)).includes('PAYLOAD')).toBe(false)
})

test('what is no picture of the allowed kinds is refused by its bytes, whatever it is called', async () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const page = Buffer.from('<!doctype html><script>1</script>')
  const gif = Buffer.concat([Buffer.from('GIF89a/*<script>'), Buffer.alloc(200)])
  const avif = await noise(32, 32).avif().toBuffer()
  for (const bytes of [svg, page, gif, avif, Buffer.from('just words'), Buffer.alloc(0)])
    await expect(send(bytes, 'photo', 'innocent.jpg')).rejects.toMatchObject(refused('file_type_not_allowed'))
})

test('a picture that is cut short is refused as unreadable, and so is one that is only a beginning', async () => {
  const whole = await noise(800, 800).jpeg().toBuffer()
  await expect(send(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(refused('file_unreadable'))
  await expect(send(whole.subarray(0, 30))).rejects.toMatchObject(refused('file_unreadable'))
  const png = await noise(300, 300).png().toBuffer()
  await expect(send(png.subarray(0, png.length - 2000))).rejects.toMatchObject(refused('file_unreadable'))
})

test('a picture of more pixels than we decode is refused, however small its file and whole its bytes', async () => {
  const sides = { width: 10_000, height: mostPixels / 10_000 }
  const blank = (more: number) =>
    sharp(Buffer.alloc((sides.height + more) * sides.width), { raw: { ...sides, height: sides.height + more, channels: 1 } })
  const most = await blank(0).png({ compressionLevel: 9 }).toBuffer()
  expect(await send(most)).toMatchObject({ status: 'finished' })
  const more = await blank(1).png({ compressionLevel: 9 }).toBuffer()
  expect(more.length).toBeLessThan(1_000_000)
  await expect(send(more)).rejects.toMatchObject(refused('file_unreadable'))
})

test('what an iPhone writes comes out as JPEG like everything else, its metadata left behind', async () => {
  const heic = await readFile(join(import.meta.dirname, 'two-colours.heic'))
  expect(heic.includes('SECRET')).toBe(true)
  const file = await send(heic, 'photo', 'IMG_0001.HEIC')
  expect(file).toMatchObject({ status: 'finished', width: 96, height: 64 })
  const out = await served(file, 'large')
  expect((await sharp(out).metadata()).format).toBe('jpeg')
  expect(out.includes('SECRET')).toBe(false)
  // Red on the left, blue on the right: decoded, and not mirrored.
  const at = async (left: number) => [...(await sharp(out).extract({ left, top: 30, width: 1, height: 1 }).raw().toBuffer())]
  const [red = 0, , blue = 0] = await at(12)
  const [otherRed = 0, , otherBlue = 0] = await at(84)
  expect(red).toBeGreaterThan(blue)
  expect(otherBlue).toBeGreaterThan(otherRed)
})

test('a HEIC that was cut short, and one that is only a beginning, are refused as unreadable', async () => {
  const whole = await readFile(join(import.meta.dirname, 'two-colours.heic'))
  await expect(send(whole.subarray(0, whole.length - 200))).rejects.toMatchObject(refused('file_unreadable'))
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic'),
    Buffer.from([0, 0, 0, 0]),
    Buffer.from('mif1heic'),
    Buffer.alloc(300),
  ])
  await expect(send(heic)).rejects.toMatchObject(refused('file_unreadable'))
})

test('a face becomes two squares, a cover a banner, whatever shape was sent', async () => {
  const { fileId } = await images.receivePicture(db, await received(await noise(500, 900).png().toBuffer()), { purpose: 'avatar', ownerId })
  const cover = await send(await noise(700, 700).jpeg().toBuffer(), 'cover')
  const avatar = (await files.find(db, [fileId])).get(fileId)
  expect(avatar?.renditions).toMatchObject({ '96': { width: 96, height: 96 }, '256': { width: 256, height: 256 } })
  expect(cover.renditions).toMatchObject({ large: { width: 1500, height: 500 } })
})

test('work that died with its process is taken up again by the job, once its claim has run out', async () => {
  const jobs = createJobs(db, () => {})
  work(jobs, db)
  const file = await send(await noise(200, 100).jpeg().toBuffer())
  await store.put(files.original(file.id), await noise(200, 100).jpeg().toBuffer())
  const dieAt = async (ago: string) => {
    await db.transaction(async (tx) => {
      await tx.run(sql`update files.files set status = 'processing', claimed_at = now() - ${ago}::interval where id = ${file.id}`)
      await tx.run(sql`update graphile_worker._private_jobs set run_at = now()`)
    })
    await jobs.runDue()
    return (await files.find(db, [file.id])).get(file.id)?.status
  }
  expect(await dieAt('1 minute')).toBe('processing')
  expect(await dieAt('6 minutes')).toBe('finished')
})

test('a photo that is deleted before it is finished leaves nothing behind, and a broken one no part of itself', async () => {
  const id = '019a0000-0000-7000-8000-0000000de1e7'
  const sending = images.receive(db, await received(await noise(2000, 1500).jpeg().toBuffer()), { purpose: 'photo', ownerId, fileId: id })
  const gone = expect(sending).rejects.toThrow('is gone')
  await vi.waitFor(async () => expect((await files.find(db, [id])).get(id)?.status).toBe('processing'))
  await db.transaction((tx) => files.forget(tx, id))
  await gone
  const left = async () =>
    Promise.all([files.original(id), `renditions/${id}/large.jpg`, `renditions/${id}/thumbnail.jpg`].map((key) => store.size(key)))
  await vi.waitFor(async () => expect(await left()).toEqual([undefined, undefined, undefined]))
  expect(await db.many(sql`select 1 from fingerprints.prints where file_id = ${id}`)).toEqual([])
})

test('a photo that was deleted before anyone began with it leaves nothing of what was sent', async () => {
  const id = '019a0000-0000-7000-8000-0000000de1e8'
  await store.keep(await received(await noise(90, 60).jpeg().toBuffer()), files.original(id))
  await db.transaction((tx) => files.add(tx, { id, ownerId, purpose: 'photo', mediaType: 'image/jpeg', bytes: 1, sha256: 'x' }))
  await db.transaction((tx) => files.forget(tx, id))
  await vi.waitFor(async () => expect(await store.size(files.original(id))).toBeUndefined())
})

/** A valid header and almost no pixels. */
