import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as footage from '#server/media/footage/footage.ts'
import { workOf } from '#server/media/footage/making.ts'
import { clip, receivedFrom, type Clip } from '#server/media/footage/testing.ts'
import { temporaryStore } from '#server/media/images/testing.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { ffprobe } from '#server/platform/ffmpeg/ffmpeg.ts'
import { createJobs, migrateJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let removeStore: () => Promise<void>
beforeAll(async () => {
  removeStore = await temporaryStore()
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
})
afterAll(async () => {
  await db.close()
  await removeStore()
})

const send = async (bytes: Buffer, purpose: 'video' | 'teaser' = 'video', name = 'film.mp4') =>
  footage.receive(db, await receivedFrom(bytes, name), { purpose, ownerId, name })
const made = async (what: Clip = {}, purpose: 'video' | 'teaser' = 'video') => {
  const file = await send(await clip(what), purpose, what.name)
  await workOf.begin(db, file.id)
  return (await files.find(db, [file.id])).get(file.id)!
}
const pathOf = (file: files.StoredFile, rendition: string) => store.localPath(file.renditions[rendition]?.key ?? 'none')
interface Looked {
  streams: {
    codec_name: string
    width?: number
    height?: number
    avg_frame_rate: string
    tags?: object
    side_data_list?: object[]
    profile: string
  }[]
  format: { duration: string; tags?: Record<string, string> }
}
const look = async (file: files.StoredFile, rendition: string) =>
  (await ffprobe({ path: pathOf(file, rendition), container: 'mov' })) as Looked
const refused = (code: string) => ({ code, fields: [{ field: 'file', code }] })

test('a film is answered at once, and becomes a playlist with sound, a poster, a blur, pictures for the seek bar and a teaser', async () => {
  const file = await send(await clip({ seconds: 3 }))
  expect(file).toMatchObject({ status: 'created', purpose: 'video', name: 'film.mp4' })
  await workOf.begin(db, file.id)
  const film = (await files.find(db, [file.id])).get(file.id)!
  expect(film).toMatchObject({ status: 'finished', progress: 100, width: 160, height: 120, failure: null })
  expect(Math.abs((film.durationMs ?? 0) - 3000)).toBeLessThan(100)
  expect(film.facts.hls).toMatchObject([{ name: 360, width: 160, height: 120, frameRate: 10 }])
  expect(film.facts.hls?.[0]?.codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/)
  expect(Object.keys(film.renditions).toSorted()).toEqual(['poster', 's360', 'sprite', 'teaser', 'teaserposter', 'thumbnail', 'v360'])
  expect(film.blur?.length).toBeLessThanOrEqual(1024)
  const { sprite } = film.facts
  expect(sprite).toMatchObject({ columns: 6, rows: 1, width: 160, height: 120, everyMs: 500 })
  expect(await sharp(pathOf(film, 'sprite')).metadata()).toMatchObject({ width: 960, height: 120 })
  expect((await look(film, 's360')).streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac'])
  expect(await readFile(pathOf(film, 'v360'), 'utf8')).toMatch(/#EXT-X-MAP:URI="\{bytes\}",BYTERANGE="\d+@0"\n#EXTINF:/)
})
test('probe rest', async () => {
  const film = await made({ seconds: 3 })
  expect(film.facts.teaser).toEqual({ durationMs: 1000 })
  console.log(
    JSON.stringify(await look(film, 'teaser')),
    film.renditions,
    await readdir(store.localPath('work')),
    await readdir(store.localPath('originals')),
  )
})
