import { readFile, readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { spanOf } from '#server/media/footage/clip.ts'
import * as footage from '#server/media/footage/footage.ts'
import { queue } from '#server/media/footage/processing.ts'
import { clip, receivedFrom, recorded, type Clip } from '#server/media/footage/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { ffprobe } from '#server/platform/ffmpeg/ffmpeg.ts'
import { stopEncoding } from '#server/platform/ffmpeg/encoding-queue.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'

const ownerId = '019a0000-0000-7000-8000-000000000001'
let db: Database
let close: () => Promise<void>
beforeAll(async () => void ({ db, close } = await ownPlace()))
afterAll(() => close())

const send = async (bytes: Buffer, purpose: 'video' | 'teaser' = 'video', name = 'film.mp4') =>
  footage.receive(db, await receivedFrom(bytes, name), { purpose, ownerId, name })
const made = async (what: Clip = {}, purpose: 'video' | 'teaser' = 'video') => {
  const file = await send(await clip(what), purpose, what.name)
  await queue.begin(db, file.id)
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
  expect(['created', 'processing']).toContain(file.status)
  expect(file).toMatchObject({ purpose: 'video', name: 'film.mp4' })
  await queue.begin(db, file.id)
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

test('the teaser of a film is five seconds of its middle, never more than a third of it, and nothing is left of what was sent', async () => {
  const film = await made({ seconds: 3 })
  expect(film.facts.teaser).toEqual({ durationMs: 1000 })
  const { streams, format } = await look(film, 'teaser')
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac'])
  expect(Math.abs(Number(format.duration) - 1)).toBeLessThan(0.25)
  expect(await readdir(store.localPath('work'))).toEqual([])
  expect(await readdir(store.localPath('originals'))).toEqual([])
  const long = await made({ seconds: 18, rate: 2 })
  expect(long.facts.teaser).toEqual({ durationMs: 5000 })
  expect(Math.abs(Number((await look(long, 'teaser')).format.duration) - 5)).toBeLessThan(0.6)
})

test.each([
  [60, [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56], { from: 20, seconds: 5 }],
  [18, [0, 4, 8, 12, 16], { from: 8, seconds: 5 }],
  [15, [0, 4, 8, 12], { from: 5, seconds: 5 }],
  [9, [0, 4, 8], { from: 4, seconds: 3 }],
  [6, [0, 4], { from: 2, seconds: 2 }],
  [2, [0], { from: 2 / 3, seconds: 2 / 3 }],
])('of %i seconds the middle is shown, from where a segment begins if one does there', (seconds, beginnings, span) => {
  const found = spanOf(seconds, beginnings)
  expect(found.from).toBeCloseTo(span.from)
  expect(found.seconds).toBeCloseTo(span.seconds)
})

/** A film whose container says that it is ten minutes long. */
async function boasting(what: Clip): Promise<Buffer> {
  const bytes = await clip({ ...what, name: 'film.webm' })
  bytes.writeDoubleBE(600_000, bytes.indexOf(Buffer.from('448988', 'hex')) + 3)
  return bytes
}

test('a film is as long as what there is to be seen of it, whatever its sender claims, and so is a teaser', async () => {
  const file = await send(await boasting({ seconds: 6 }))
  await queue.begin(db, file.id)
  const film = await files.get(db, file.id)
  expect(film.status).toBe('finished')
  expect(Math.abs((film.durationMs ?? 0) - 6000)).toBeLessThan(200)
  expect(film.facts.teaser?.durationMs).toBeLessThanOrEqual(2050)
  expect(Math.abs(Number((await look(film, 'teaser')).format.duration) - 2)).toBeLessThan(0.3)
  const short = await clip({ seconds: 2, name: 'film.webm' })
  short.writeDoubleBE(50_000, short.indexOf(Buffer.from('448988', 'hex')) + 3)
  const sent = await send(short, 'teaser')
  await queue.begin(db, sent.id)
  expect(Math.abs(((await files.get(db, sent.id)).durationMs ?? 0) - 2000)).toBeLessThan(200)
})

test('a large film has every quality below its own size, in the same segments, each starting anew', async () => {
  const film = await made({ seconds: 5, width: 1280, height: 720, rate: 4, hasSound: false })
  expect(film.facts.hls?.map(({ name, width, height }) => [name, width, height])).toEqual([
    [720, 1280, 720],
    [480, 854, 480],
    [360, 640, 360],
  ])
  const timesOf = async (name: string) =>
    [...(await readFile(pathOf(film, name), 'utf8')).matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  const times = await timesOf('v720')
  expect(times).toEqual([4, 1])
  expect(await timesOf('v480')).toEqual(times)
  expect(await timesOf('v360')).toEqual(times)
  expect(film).toMatchObject({ width: 1280, height: 720 })
  expect(film.facts.hls?.every(({ codecs }) => /^avc1\.[0-9a-f]{6}$/.test(codecs))).toBe(true)
})

test.each<[string, Clip, number, number]>([
  ['an odd size becomes an even one', { width: 161, height: 121, also: ['-pix_fmt', 'yuv444p'], hasSound: false }, 160, 120],
  ['pixels that are not square are made so', { width: 160, height: 120, also: ['-aspect', '16:9'] }, 214, 120],
  ['webm is read as well', { name: 'film.webm' }, 160, 120],
  ['mov is read as well', { name: 'film.mov', hasSound: false }, 160, 120],
])('%s', async (_what, what, width, height) => {
  const film = await made({ ...what, seconds: 1 })
  expect(film).toMatchObject({ status: 'finished', width, height })
  const [picture] = (await look(film, 's360')).streams
  expect(picture).toMatchObject({ width, height, codec_name: 'h264' })
  expect(picture?.side_data_list ?? []).toEqual([])
})

test('what a telephone filmed upright stands upright', async () => {
  const lying = await clip({ width: 160, height: 90, hasSound: false })
  const file = await send(await recorded('upright.mp4', ['-i', 'input.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90'], lying))
  await queue.begin(db, file.id)
  const film = (await files.find(db, [file.id])).get(file.id)!
  expect(film).toMatchObject({ status: 'finished', width: 90, height: 160 })
  const [picture] = (await look(film, 's360')).streams
  expect(picture).toMatchObject({ width: 90, height: 160 })
  expect(picture?.side_data_list ?? []).toEqual([])
})

test('sixty pictures a second at most, and uneven times become even ones', async () => {
  const fast = await made({ rate: 90, hasSound: false })
  expect(fast.facts.hls?.[0]?.frameRate).toBe(60)
  const uneven = await made({ rate: 30, seconds: 2, hasSound: false, also: ['-vf', "select='not(mod(n,3))+gt(n,30)'", '-vsync', 'vfr'] })
  expect(uneven.status).toBe('finished')
  expect((await look(uneven, 's360')).streams[0]?.avg_frame_rate).toMatch(/^\d/)
})

test('ten bits and a wide range of light become what every screen shows', async () => {
  const bytes = await clip({
    hasSound: false,
    also: [
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=0:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
      '-pix_fmt',
      'yuv420p10le',
      '-tag:v',
      'hvc1',
    ],
  })
  const file = await send(bytes)
  await queue.begin(db, file.id)
  const film = (await files.find(db, [file.id])).get(file.id)!
  expect(film.status).toBe('finished')
  expect((await look(film, 's360')).streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p' })
})

test('where and by whom a film was made does not leave the house', async () => {
  const film = await made({
    also: [
      '-metadata',
      'title=SECRETNAME',
      '-metadata',
      'location=+25.0330+121.5654/',
      '-metadata:s:v:0',
      'handler_name=SECRETNAME',
      '-movflags',
      'use_metadata_tags',
    ],
  })
  for (const name of Object.keys(film.renditions)) {
    const bytes = await readFile(pathOf(film, name))
    expect([name, bytes.includes('SECRETNAME'), bytes.includes('25.0330')]).toEqual([name, false, false])
  }
})

test('a black beginning is not the poster', async () => {
  const film = await made({ seconds: 4, hasSound: false, also: ['-vf', 'fade=in:st=1:d=1'] })
  const { channels } = await sharp(pathOf(film, 'poster')).stats()
  expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(60)
})

test('a teaser is one file that plays from its beginning, with a poster, at most a minute', async () => {
  const teaser = await made({ seconds: 2 }, 'teaser')
  expect(teaser).toMatchObject({ status: 'finished', purpose: 'teaser', width: 160, height: 120 })
  expect(Object.keys(teaser.renditions).toSorted()).toEqual(['teaser', 'teaserposter'])
  const bytes = await readFile(pathOf(teaser, 'teaser'))
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  const form = files.teaserForm(teaser, { viewerId: undefined, now: db.now })
  expect(Math.round(form?.duration ?? 0)).toBe(2)
  expect(form?.thumbnails).toHaveLength(1)
  await expect(send(await clip({ seconds: 62, rate: 1, hasSound: false }), 'teaser')).rejects.toMatchObject(refused('file_too_long'))
})

test('what is no film is refused by its bytes, whatever it is called', async () => {
  const playlist = '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nhttp://127.0.0.1:1/x.ts\n#EXT-X-ENDLIST'
  const texts = [
    playlist,
    '<?xml version="1.0"?><MPD></MPD>',
    'ffconcat version 1.0\nfile /etc/passwd',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '',
  ]
  for (const text of texts) await expect(send(Buffer.from(text))).rejects.toMatchObject(refused('file_type_not_allowed'))
  await expect(send(await clip({ name: 'clip.avi' }))).rejects.toMatchObject(refused('file_type_not_allowed'))
  await expect(send(await clip({ name: 'clip.mkv' }))).rejects.toMatchObject(refused('file_type_not_allowed'))
})

test('a film that is cut short, has no index, no picture, or points to another file is refused as unreadable', async () => {
  const whole = await clip()
  await expect(send(whole.subarray(0, whole.length - 500))).rejects.toMatchObject(refused('file_unreadable'))
  const noIndex = Buffer.from(whole)
  noIndex.write('free', whole.indexOf('moov'), 'latin1')
  await expect(send(noIndex)).rejects.toMatchObject(refused('file_unreadable'))
  const elsewhere = Buffer.from(whole)
  // The lowest flag of the data reference says that the data are in this very file.
  elsewhere.writeUInt32BE(0, elsewhere.indexOf('url ') + 4)
  await expect(send(elsewhere)).rejects.toMatchObject(refused('file_unreadable'))
  const silent = await recorded('tone.mp4', ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac'])
  await expect(send(silent)).rejects.toMatchObject(refused('file_unreadable'))
})

test('damage inside ends in error, with nothing served and nothing left', async () => {
  const bytes = await clip({ hasSound: false })
  const from = bytes.indexOf('mdat') + 8
  bytes.fill(0, from, bytes.indexOf('moov') - 4)
  const file = await send(bytes)
  await queue.begin(db, file.id)
  expect((await files.find(db, [file.id])).get(file.id)).toMatchObject({ status: 'error', failure: 'unreadable', renditions: {} })
  expect(await readdir(store.localPath('work'))).toEqual([])
  expect(await store.size(files.original(file.id))).toBeUndefined()
})

test('a removed film cannot come back, cut shorter and encoded anew', async () => {
  const film = await made({ seconds: 4, picture: 'mandelbrot', hasSound: false })
  await db.transaction((tx) => fingerprints.block(tx, [film.id], { workId: film.id }))
  const again = await made({ seconds: 3, picture: 'mandelbrot', width: 200, height: 150, hasSound: false })
  expect(again).toMatchObject({ status: 'error', failure: 'blocked', renditions: {} })
  expect(await store.size(fingerprints.quarantine(again.id))).toBeGreaterThan(0)
  expect(await store.size(files.original(again.id))).toBeUndefined()
  expect(await made({ seconds: 2, hasSound: false })).toMatchObject({ status: 'finished' })
})

test('work that died with its process is taken up again, and work that goes on is left alone', async () => {
  const jobs = createJobs(db, () => {})
  queue.work(jobs, db)
  const bytes = await clip({ hasSound: false })
  const file = await send(bytes)
  await queue.begin(db, file.id)
  const lastHeardOf = async (ago: string) => {
    await store.put(files.original(file.id), bytes)
    await db.transaction(async (tx) => {
      await tx.run(sql`update files.files set status = 'processing', claimed_at = now() - ${ago}::interval where id = ${file.id}`)
      await queue.enqueue(tx, file.id)
      await tx.run(sql`update graphile_worker._private_jobs set run_at = now()`)
    })
    await jobs.runDue()
    await queue.begin(db, file.id)
    return (await files.find(db, [file.id])).get(file.id)?.status
  }
  expect(await lastHeardOf('1 minute')).toBe('processing')
  expect(await lastHeardOf('3 minutes')).toBe('finished')
})

test('a process that stops puts its work down, and the next one need not wait to take it up', async () => {
  const file = await send(await clip({ seconds: 8, width: 480, height: 360, rate: 20, hasSound: false }))
  const statusOf = async () => (await files.find(db, [file.id])).get(file.id)?.status
  while ((await statusOf()) === 'created') await new Promise((again) => setTimeout(again, 10))
  await stopEncoding()
  expect(await statusOf()).toBe('processing')
  expect(await readdir(store.localPath('work'))).toEqual([])
  await queue.begin(db, file.id)
  expect(await statusOf()).toBe('finished')
})

test('a file that is deleted while it is worked on leaves nothing behind', async () => {
  const file = await send(await clip({ seconds: 8, width: 320, height: 240, hasSound: false }))
  await db.transaction((tx) => files.forget(tx, file.id))
  await queue.begin(db, file.id)
  expect((await files.find(db, [file.id])).size).toBe(0)
  expect(await readdir(store.localPath(`renditions`))).not.toContain(file.id)
  expect(await store.size(files.original(file.id))).toBeUndefined()
})

test('a film that waited for a day behind others’ is worked on all the same, and one that failed for a day is given up with what was sent', async () => {
  const jobs = createJobs(db, () => {})
  let isBroken = false
  const waiting = files.processingQueue('waiting.derive', async (_db, { id }) => {
    if (isBroken) throw new Error('no room')
    await db.transaction((tx) => files.finish(tx, id, { renditions: {}, width: 1, height: 1, blur: '' }))
  })
  waiting.work(jobs, db)
  const runAll = async () => {
    await db.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await jobs.runDue()
  }
  const dayOld = async (id: string) => {
    await store.put(files.original(id), Buffer.from('what was sent'))
    await db.transaction(async (tx) => {
      await files.add(tx, { id, ownerId, purpose: 'video', mediaType: 'video/mp4', bytes: 1, sha256: 'x' })
      await tx.run(sql`update files.files set created_at = now() - interval '25 hours' where id = ${id}`)
      await waiting.enqueue(tx, id)
    })
    await runAll()
    await waiting.begin(db, id)
    return (await files.get(db, id)).status
  }
  expect(await dayOld('019a0000-0000-7000-8000-00000000da11')).toBe('finished')
  isBroken = true
  const id = '019a0000-0000-7000-8000-00000000da12'
  expect(await dayOld(id)).toBe('processing')
  await runAll()
  expect(await files.get(db, id)).toMatchObject({ status: 'error', failure: 'unreadable' })
  expect(await store.size(files.original(id))).toBeUndefined()
})
