import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queue as soundWork } from '#server/media/audio/processing.ts'
import * as files from '#server/media/files/files.ts'
import { forgetOldMarks } from '#server/media/files/marking.ts'
import { slowly } from '#server/media/files/testing.ts'
import { queue as footageWork } from '#server/media/footage/processing.ts'
import { clip, receivedFrom, tone } from '#server/media/footage/testing.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { receive, type UploadPurpose } from '#server/media/uploads/uploads.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import * as marks from '#server/platform/marks/marks.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { store } from '#server/platform/storage/store.ts'
import { asOwner } from '#server/platform/testing/clone.ts'

const member = (n: number, username: string): Member => {
  const accountId = `019a0000-0000-7000-8000-00000000000${n}`
  return { kind: 'member', accountId, sessionId: accountId, role: 'user', username, isAdult: true }
}
const creator = member(1, 'mei')
const fan = member(2, 'a_fan.of-mei')
const stranger = member(3, 'stranger')
const people = new Map([creator, fan, stranger].map((person) => [`token-of-${person.accountId}`, person]))

const clock = movableClock()
let db: Database
let http: FastifyInstance
let address: string
let close: () => Promise<void>
/** Whom the catalogue lets see, for this file's tests, and how. */
const entitled = new Map<string, files.Verdict>()
let questions = 0

const made: Partial<Record<UploadPurpose, files.StoredFile>> = {}
const film = () => made.video!

beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  files.serveMedia(http, { db, identify: async (token) => people.get(token), askEveryMs: 50 })
  files.useMayServe(async (_db, { viewer }) => {
    questions++
    return (viewer.kind === 'member' && entitled.get(viewer.accountId)) || 'no'
  })
  address = await http.listen({ host: '127.0.0.1', port: 0 })
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 120, sigma: 30 } },
  })
    .jpeg()
    .toBuffer()
  const sent: [UploadPurpose, Buffer, string][] = [
    ['photo', photo, 'photo.jpg'],
    ['video', await clip({ seconds: 6, width: 854, height: 480 }), 'film.mp4'],
    ['teaser', await clip(), 'teaser.mp4'],
    ['audio', await tone({ seconds: 2 }), 'song.mp3'],
    ['download', Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(200_000)]), '..\\年曆 “2027”.pdf'],
  ]
  for (const [purpose, bytes, name] of sent) {
    const { id } = await receive(db, await receivedFrom(bytes, name), { purpose, ownerId: creator.accountId })
    if (purpose === 'audio') await soundWork.begin(db, id)
    if (purpose === 'video' || purpose === 'teaser') await footageWork.begin(db, id)
    const file = (await files.find(db, [id])).get(id)
    expect(file).toMatchObject({ status: 'finished' })
    made[purpose] = file!
  }
})
afterAll(async () => {
  await http.close()
  await close()
})
beforeEach(() => {
  entitled.clear()
  entitled.set(fan.accountId, 'plain')
})

const cookie = (person: Member) => ({ cookie: `token=token-of-${person.accountId}` })
const get = (url: string, person: Member = fan, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { ...cookie(person), ...headers } })
const open = (file: files.StoredFile, viewer = fan) => files.openForm(file, { viewerId: viewer.accountId, now: db.now })
/** Everything that an open film leads to: the list of qualities, a playlist, its bytes. */
async function followed(person = fan) {
  const master = open(film(), person).url ?? ''
  const answer = await get(master, person)
  const quality = `/media/${film().id}/${answer.body.split('\n').find((line) => line.startsWith('v')) ?? ''}`
  const playlist = await get(quality, person)
  const bytes = `/media/${film().id}/${playlist.body.split('\n').find((line) => line.startsWith('s')) ?? ''}`
  return { master, answer, quality, playlist, bytes }
}

test('a film opens by a playlist of qualities, theirs, and parts of one file, each signed for its viewer', async () => {
  const { answer, playlist, bytes } = await followed()
  expect(answer.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-store' })
  expect(answer.body).toContain('RESOLUTION=854x480')
  expect(answer.body).toContain('RESOLUTION=640x360')
  expect(playlist.headers['content-type']).toBe('application/vnd.apple.mpegurl')
  const [, length = '', from = ''] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(playlist.body) ?? []
  const segment = await get(bytes, fan, { range: `bytes=${from}-${Number(from) + Number(length) - 1}` })
  expect(segment.statusCode).toBe(206)
  expect(segment.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': length, 'x-content-type-options': 'nosniff' })
  expect(segment.headers['cache-control']).toMatch(/^private, max-age=\d{1,2}$/)
  expect(segment.rawPayload.toString('latin1', 4, 8)).toMatch(/moof|styp|sidx/)
})

test('passed on, none of these addresses opens anything; without the right none does either, at once', async () => {
  entitled.set(stranger.accountId, 'plain')
  const { master, quality, bytes } = await followed()
  for (const url of [master, quality, bytes]) {
    expect((await get(url, stranger)).statusCode).toBe(404)
    expect((await http.inject({ url })).statusCode).toBe(404)
    expect((await get(url)).statusCode).toBe(200)
  }
  entitled.clear()
  for (const url of [master, quality, bytes]) expect((await get(url)).statusCode).toBe(404)
})

test('an open film has its poster, its seek bar and its length; a locked one nothing but shape, blur and colour', async () => {
  const form = open(film())
  expect(form).toMatchObject({
    type: 'video',
    status: 'finished',
    locked: false,
    width: 854,
    height: 480,
    sprite: { columns: 10, rows: 2, everySeconds: 0.5 },
  })
  expect(Math.round(form.duration ?? 0)).toBe(6)
  expect(form.thumbnails.map(({ width }) => width)).toEqual([640, 854])
  for (const url of [form.sprite?.url ?? '', ...form.thumbnails.map((each) => each.url)]) {
    expect((await get(url)).headers['content-type']).toBe('image/jpeg')
  }
  const locked = files.lockedForm(film())
  expect(Object.keys(locked).toSorted()).toEqual([
    '_id',
    'blurUrl',
    'duration',
    'height',
    'locked',
    'status',
    'thumbnails',
    'tint',
    'type',
    'width',
  ])
  expect(JSON.stringify(locked)).not.toContain('/media/')
})

test('a teaser is a file of its own or cut from the film, and says how long it is', async () => {
  const cut = files.teaserForm(film(), { viewerId: fan.accountId, now: db.now })
  expect(cut?.duration).toBe(2)
  for (const url of [cut?.url ?? '', cut?.thumbnails[0]?.url ?? '']) expect((await get(url)).statusCode).toBe(200)
  const sent = files.teaserForm(made.teaser!, { viewerId: fan.accountId, now: db.now })
  expect(sent).toMatchObject({ duration: 1, thumbnails: [{ width: 160 }] })
  expect((await get(sent?.url ?? '')).headers['content-type']).toBe('video/mp4')
  expect(files.teaserForm(made.photo!, { viewerId: fan.accountId, now: db.now })).toBeUndefined()
})

test('sound is asked for in parts: from the middle, the end, beyond it, and all of it when it has changed', async () => {
  const form = open(made.audio!)
  expect(form.peaks).toHaveLength(200)
  const url = form.url ?? ''
  const whole = await get(url)
  const size = whole.rawPayload.length
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/mp4', 'accept-ranges': 'bytes', 'content-length': String(size) })
  const part = async (range: string, more = {}) => {
    const { statusCode, headers, rawPayload } = await get(url, fan, { range, ...more })
    return [statusCode, headers['content-range'], rawPayload.length]
  }
  expect(await part('bytes=100-199')).toEqual([206, `bytes 100-199/${size}`, 100])
  expect(await part('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, size - 100])
  expect(await part('bytes=-50')).toEqual([206, `bytes ${size - 50}-${size - 1}/${size}`, 50])
  expect(await part(`bytes=0-${size * 2}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, size])
  for (const range of [`bytes=${size}-`, 'bytes=20-10', 'bytes=-0']) expect(await part(range)).toEqual([416, `bytes */${size}`, 0])
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b']) expect((await part(range))[0]).toBe(200)
  expect(await part('bytes=0-9', { 'if-range': '"another"' })).toEqual([200, undefined, size])
  expect(await part('bytes=0-9', { 'if-range': String(whole.headers.etag) })).toEqual([206, `bytes 0-9/${size}`, 10])
  const head = await http.inject({ method: 'HEAD', url, headers: cookie(fan) })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(size), 0])
})

test('a download is saved under its cleaned name, as nothing that a browser would open, from where it lies sealed', async () => {
  const form = open(made.download!)
  expect(form).toMatchObject({ name: '年曆 “2027”.pdf', bytes: 200_009 })
  const answer = await get(form.url ?? '')
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(answer.rawPayload).toHaveLength(200_009)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="__ _2027_.pdf"; filename*=UTF-8''${encodeURIComponent('年曆 “2027”.pdf')}`,
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const key = made.download!.renditions['file']?.key ?? ''
  expect((await readFile(store.localPath(key))).includes('%PDF-')).toBe(false)
})

test('a download that does not open says so before it promises anything: no name to save as, no length, and never 200', async () => {
  const url = open(made.download!).url ?? ''
  const path = store.localPath(made.download!.renditions['file']?.key ?? '')
  const sealed = await readFile(path)
  const damaged = Buffer.from(sealed)
  damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50)
  for (const lies of [damaged, randomBytes(300), Buffer.alloc(0)]) {
    await writeFile(path, lies)
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await http.inject({ method, url, headers: cookie(fan) })
      expect([statusCode, headers['retry-after']]).toEqual([503, '600'])
      expect(headers).not.toHaveProperty('content-disposition')
      expect(headers).not.toHaveProperty('etag')
    }
    expect((await get(url)).json()).toMatchObject({ code: 'file_unavailable' })
  }
  await writeFile(path, sealed)
  expect((await get(url)).rawPayload).toHaveLength(200_009)
})

test('addresses of a film live as long as it lasts, of everything else fifteen minutes', async () => {
  const { master, bytes } = await followed()
  clock.advance({ minutes: 15, seconds: 5 })
  expect((await get(master)).statusCode).toBe(404)
  const lives = Number(/e=(\d+)/.exec(bytes)?.[1]) - Number(/e=(\d+)/.exec(master)?.[1])
  expect(lives).toBe(12)
  clock.advance({ minutes: 1 })
  expect((await get(bytes)).statusCode).toBe(404)
})

test('a marked picture is another one for every viewer, made once, the owner’s is plain, and the name stands in its corner alone', async () => {
  entitled.set(fan.accountId, 'marked').set(stranger.accountId, 'marked').set(creator.accountId, 'plain')
  const shown = async (person: Member) => (await get(open(made.photo!, person).url ?? '', person)).rawPayload
  const [fans, strangers, owners] = [await shown(fan), await shown(stranger), await shown(creator)]
  expect(fans.equals(strangers)).toBe(false)
  expect(fans.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect((await shown(fan)).equals(fans)).toBe(true)
  expect(await readdir(store.localPath(`marks/${made.photo!.id}`))).toHaveLength(2)
  const changed = async (area: { left: number; top: number; width: number; height: number }) => {
    const cut = async (picture: Buffer) => sharp(picture).extract(area).greyscale().raw().toBuffer()
    const [plain, signed] = [await cut(owners), await cut(fans)]
    return plain.filter((value, place) => Math.abs(value - (signed[place] ?? 0)) > 40).length / plain.length
  }
  expect(await changed({ left: 0, top: 560, width: 240, height: 40 })).toBeGreaterThan(0.01)
  expect(await changed({ left: 0, top: 0, width: 900, height: 560 })).toBeLessThan(0.001)
})

test('a found copy tells whose it was, whichever size of the picture was passed on', async () => {
  entitled.set(fan.accountId, 'marked').set(stranger.accountId, 'marked')
  const form = open(made.photo!)
  const ours = store.localPath(made.photo!.renditions['large']?.key ?? '')
  for (const url of [form.url ?? '', form.thumbnails[0]?.url ?? '']) {
    const found = await sharp((await get(url)).rawPayload)
      .resize(560)
      .jpeg({ quality: 60 })
      .toBuffer()
    const readerIds = [stranger.accountId, creator.accountId, fan.accountId]
    const question = {
      ours,
      found,
      mostPixels: 1_000_000,
      secret: files.markSecret(),
      pictureId: made.photo!.id,
      readerIds,
      isThorough: false,
    }
    const { standing } = await marks.read(question)
    expect(standing.filter(({ z }) => z > marks.leastToName(3)).map(({ readerId }) => readerId)).toEqual([fan.accountId])
  }
})

test('who was sent a marked copy is noted before it leaves, for good: when it began, and when it was last', async () => {
  entitled.set(fan.accountId, 'marked').set(creator.accountId, 'plain')
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#753' } })
    .png()
    .toBuffer()
  const { id } = await receive(db, await receivedFrom(bytes, 'x.png'), { purpose: 'photo', ownerId: creator.accountId })
  const file = (await files.find(db, [id])).get(id)!
  const shown = (person: Member) => get(open(file, person).url ?? '', person)
  expect(await files.viewers(db, id)).toEqual([])
  const firstAt = db.now
  await shown(creator)
  expect((await shown(stranger)).statusCode).toBe(404)
  expect((await shown(fan)).statusCode).toBe(200)
  expect(await files.viewers(db, id)).toMatchObject([{ accountId: fan.accountId }])
  clock.advance({ minutes: 20 })
  await shown(fan)
  const [once] = await files.viewers(db, id)
  expect(once?.lastAt, 'not written at every look').toEqual(once?.firstAt)
  clock.advance({ hours: 5 })
  await shown(fan)
  const [again] = await files.viewers(db, id)
  expect(again?.firstAt).toEqual(once?.firstAt)
  expect((again?.lastAt.getTime() ?? 0) - firstAt.getTime()).toBeGreaterThanOrEqual(5 * 3600_000)
  expect(await files.viewed(db, { ids: [id] }, 5)).toEqual([id])
  expect((await files.viewed(db, { ownerId: creator.accountId }, 5))[0]).toBe(id)
  // Not even the file takes it along, and nobody can say otherwise of it.
  await db.transaction((tx) => files.forget(tx, id))
  expect(await files.viewers(db, id)).toHaveLength(1)
  expect(await files.viewed(db, { ids: [id] }, 5)).toEqual([])
  const earlier = sql`update files.viewings set last_at = last_at - interval '1 day' where file_id = ${id}`
  await expect(asOwner(db, earlier)).rejects.toThrow('a viewing only becomes later')
  await expect(asOwner(db, sql`delete from files.viewings`)).rejects.toThrow('viewings stay')
  await expect(asOwner(db, sql`truncate files.viewings`)).rejects.toThrow('viewings stay')
})

test('what a creator wants in their pictures is drawn anew, and a kept copy of before is not sent', async () => {
  entitled.set(fan.accountId, 'marked')
  const shown = async () => (await get(open(made.photo!).url ?? '')).rawPayload
  const once = await shown()
  files.useNamesIn(async (_db, ownerId) => (ownerId === creator.accountId ? 'four' : 'one'))
  const often = await shown()
  expect(often.equals(once)).toBe(false)
  files.useNamesIn(async () => 'one')
  expect((await shown()).equals(once)).toBe(true)
})

test('the name is read on black and on white, of a download in its own format', async () => {
  entitled.set(fan.accountId, 'marked')
  for (const background of ['#000', '#fff']) {
    const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .png()
      .toBuffer()
    for (const purpose of ['photo', 'download'] as const) {
      const { id } = await receive(db, await receivedFrom(bytes, 'x.png'), { purpose, ownerId: creator.accountId })
      const shown = (await get(open((await files.find(db, [id])).get(id)!).url ?? '')).rawPayload
      expect((await sharp(shown).metadata()).format).toBe(purpose === 'photo' ? 'jpeg' : 'png')
      const { channels } = await sharp(shown).greyscale().stats()
      expect((channels[0]?.max ?? 0) - (channels[0]?.min ?? 0)).toBeGreaterThan(50)
    }
  }
})

test('marks are forgotten after some days, and with their picture', async () => {
  entitled.set(fan.accountId, 'marked')
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const { id } = await receive(db, await receivedFrom(bytes, 'x.png'), { purpose: 'photo', ownerId: creator.accountId })
  const file = (await files.find(db, [id])).get(id)!
  const marks = () => readdir(store.localPath(`marks/${id}`))
  await get(open(file).url ?? '')
  expect(await marks()).toHaveLength(1)
  await forgetOldMarks(db)
  expect(await marks()).toHaveLength(1)
  clock.advance({ days: 4 })
  await forgetOldMarks(db)
  expect(await marks()).toHaveLength(0)
  await get(open(file).url ?? '')
  await db.transaction((tx) => files.forget(tx, id))
  await expect.poll(marks).toHaveLength(0)
})

const readsSlowly = (url: string) => slowly(address + url, cookie(fan).cookie)

test('a transfer that is under way is cut when the right is lost, and goes on while it lasts', async () => {
  // More than sockets hold, so that most of it is still here when the right goes.
  const { bytes } = await followed()
  const rendition = film().renditions['s480']!
  await writeFile(store.localPath(rendition.key), randomBytes(24_000_000))
  const kept = await readsSlowly(bytes.replace('s360', 's480'))
  const before = questions
  await expect.poll(() => questions).toBeGreaterThan(before + 3)
  kept.answer.resume()
  expect(await kept.ended).toBe('whole')

  const lost = await readsSlowly(bytes)
  entitled.clear()
  await new Promise((wait) => setTimeout(wait, 300))
  lost.answer.resume()
  expect(await lost.ended).toBe('cut')
})

test('a session that ends while bytes flow ends them too', async () => {
  const { bytes } = await followed()
  const going = await readsSlowly(bytes)
  people.delete(`token-of-${fan.accountId}`)
  await new Promise((wait) => setTimeout(wait, 300))
  going.answer.resume()
  expect(await going.ended).toBe('cut')
  people.set(`token-of-${fan.accountId}`, fan)
})

test('a file that is taken away while it is sent is not sent to its end', async () => {
  const { bytes } = await followed()
  const going = await readsSlowly(bytes)
  await db.transaction((tx) => tx.run(sql`update files.files set status = 'error', failure = 'blocked' where id = ${film().id}`))
  await new Promise((wait) => setTimeout(wait, 300))
  going.answer.resume()
  expect(await going.ended).toBe('cut')
})
