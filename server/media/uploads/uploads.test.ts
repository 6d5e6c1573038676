import { randomBytes } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queue as footageWork } from '#server/media/footage/processing.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { clip, receivedFrom } from '#server/media/footage/testing.ts'
import { noise, ownPlace } from '#server/media/images/testing.ts'
import { forgetAbandoned, pathOf } from '#server/media/uploads/pieces.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'

const member = (n: number, role: Member['role']): Member => {
  const accountId = `019a0000-0000-7000-8000-00000000000${n}`
  return { kind: 'member', accountId, sessionId: accountId, role, username: `p${n}`, isAdult: true }
}
const mei = member(1, 'performer')
const another = member(2, 'performer')
const fan = member(3, 'user')
const people = new Map([mei, another, fan].map((person) => [`token${person.accountId}`, person]))
const tokenOf = ({ accountId }: Member) => `token${accountId}`

const clock = movableClock()
let db: Database
let http: FastifyInstance
let address: string
let inMaintenance = false
/** So many bytes may a fan send. */
let leftToFans = 10 * 1024 * 1024
let close: () => Promise<void>
/** A process of its own over the same data, as after a restart. */
async function start() {
  const around = {
    db,
    storage: store,
    rateLimitFactor: 1000,
    isSecure: false,
    allowedOrigins: [],
    identify: async (_db: Database, token: string) => people.get(token),
    inMaintenance: async () => inMaintenance,
    isClosed: async () => false,
    seenFrom: async (viewer: Viewer) => viewer,
    geo: { countryOf: () => undefined },
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    acted: async () => {},
  } as unknown as Surroundings
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  await uploads.serveUploads(http, around, {
    purposes: ['video'],
    async refuse(_db, _viewer, bytes) {
      if (bytes > leftToFans) refuse('too_much_in_a_day', { megabytes: 0 })
    },
  })
  address = await http.listen({ host: '127.0.0.1', port: 0 })
}
beforeAll(async () => {
  ;({ db, close } = await ownPlace(clock))
  await start()
})
afterAll(async () => {
  await http.close()
  await close()
})

const meta = (told: Record<string, string>) =>
  Object.entries(told)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const call = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, person: Member | undefined = mei) =>
  fetch(address + path, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(person && { authorization: tokenOf(person) }), ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
const begin = (
  bytes: number,
  told: Record<string, string> = { purpose: 'photo', filename: 'photo.jpg' },
  person: Member | undefined = mei,
) => call('POST', '/api/uploads', { 'upload-length': String(bytes), 'upload-metadata': meta(told) }, undefined, person)
const piece = (path: string, offset: number, bytes: Buffer, person = mei) =>
  call('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes, person)
const pathIn = (answer: Response) => answer.headers.get('location') ?? ''
const pieces = () => readdir(store.localPath('pieces'))

test('a film sent in pieces by the client that browsers use becomes a file of its sender', async () => {
  const bytes = await clip({ seconds: 1 })
  const heard: number[] = []
  const fileId = await new Promise<string>((done, failed) => {
    new Upload(bytes, {
      endpoint: `${address}/api/uploads`,
      headers: { authorization: tokenOf(mei) },
      metadata: { purpose: 'video', filename: 'Première 首演.mp4' },
      chunkSize: 10_000,
      onProgress: (sent) => heard.push(sent),
      onError: failed,
      onSuccess: ({ lastResponse }) => done(lastResponse.getHeader('Upload-File-Id') ?? ''),
    }).start()
  })
  expect(heard.length).toBeGreaterThan(2)
  await footageWork.begin(db, fileId)
  expect((await files.find(db, [fileId])).get(fileId)).toMatchObject({
    status: 'finished',
    purpose: 'video',
    ownerId: mei.accountId,
    name: 'Première 首演.mp4',
  })
  expect(await pieces()).toEqual([])
})

test('an upload goes on where it stopped, after a restart as well', async () => {
  const bytes = await noise(400, 300).jpeg().toBuffer()
  const path = pathIn(await begin(bytes.length))
  expect((await piece(path, 0, bytes.subarray(0, 5000))).status).toBe(204)
  await http.close()
  await start()
  const head = await call('HEAD', path)
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '5000', String(bytes.length)])
  expect((await piece(path, 4000, bytes.subarray(4000))).status).toBe(409)
  const last = await piece(path, 5000, bytes.subarray(5000))
  expect(last.status).toBe(204)
  const fileId = last.headers.get('upload-file-id') ?? ''
  expect((await files.find(db, [fileId])).get(fileId)).toMatchObject({ status: 'finished', purpose: 'photo' })
  const again = await call('HEAD', path)
  expect([again.status, again.headers.get('upload-file-id')]).toEqual([200, fileId])
  expect((await piece(path, bytes.length, Buffer.from('more'))).status).toBe(404)
})

test('when the process dies between the last piece and the file, asking how far it is makes the file, once', async () => {
  const bytes = await noise(100, 80).jpeg().toBuffer()
  const path = pathIn(await begin(bytes.length))
  const id = path.split('/').at(-1) ?? ''
  await writeFile(pathOf(id), bytes)
  const heads = await Promise.all([call('HEAD', path), call('HEAD', path)])
  expect(heads.map(({ headers }) => headers.get('upload-file-id'))).toEqual([id, id])
  expect((await files.find(db, [id])).get(id)?.status).toBe('finished')
})

test('pieces that come to two processes become one file, made once', async () => {
  const bytes = await noise(300, 200).jpeg().toBuffer()
  const one = { http, address }
  const path = pathIn(await begin(bytes.length))
  const id = path.split('/').at(-1) ?? ''
  const third = Math.floor(bytes.length / 3)
  expect((await piece(path, 0, bytes.subarray(0, third))).status).toBe(204)
  await start()
  try {
    const head = await call('HEAD', path)
    expect(head.headers.get('upload-offset')).toBe(String(third))
    expect((await piece(path, third, bytes.subarray(third, 2 * third))).status).toBe(204)
    // The rest comes twice in the same moment, once to each: one of them is told that it is there already.
    const rest = (at: string) =>
      fetch(at + path, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          authorization: tokenOf(mei),
          'upload-offset': String(2 * third),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes.subarray(2 * third)),
      })
    const ends = await Promise.all([rest(one.address), rest(address)])
    const statuses = ends.map(({ status }) => status)
    expect(statuses).toContain(204)
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(1)
    expect((await files.find(db, [id])).get(id)).toMatchObject({ status: 'finished', bytes: bytes.length })
    expect((await call('HEAD', path)).headers.get('upload-file-id')).toBe(id)
  } finally {
    await http.close()
    ;({ http, address } = one)
  }
})

test('a last piece that nobody can decide on is told to the operator, and goes on where it stands', async () => {
  const path = pathIn(await begin(9, { purpose: 'download', filename: 'box.zip' }))
  const told = vi.spyOn(http.log, 'error')
  fingerprints.useHashLists([{ name: 'watchers', matches: () => Promise.reject(new Error('nobody answers')) }])
  expect((await piece(path, 0, Buffer.from('some text'))).status).toBe(500)
  expect(told.mock.calls.map(([about]) => (about as { err: Error }).err.message)).toContain('nobody answers')
  told.mockRestore()
  fingerprints.useHashLists([])
  const head = await call('HEAD', path)
  const id = head.headers.get('upload-file-id') ?? ''
  expect(await files.get(db, id)).toMatchObject({ status: 'finished', name: 'box.zip' })
})

test('a fan sends only what another slice says, and an upload is its owner’s alone', async () => {
  expect(
    (await call('POST', '/api/uploads', { 'upload-length': '5', 'upload-metadata': meta({ purpose: 'photo' }), authorization: 'wrong' }))
      .status,
  ).toBe(401)
  expect((await begin(5, { purpose: 'photo' }, fan)).status).toBe(403)
  const path = pathIn(await begin(100))
  for (const person of [another, fan]) {
    const refused = 404
    expect((await call('HEAD', path, {}, undefined, person)).status).toBe(refused)
    expect((await piece(path, 0, Buffer.from('x'), person)).status).toBe(refused)
    expect((await call('DELETE', path, {}, undefined, person)).status).toBe(refused)
  }
  for (const wrong of ['/api/uploads/x', '/api/uploads/..%2f..%2fkeys', '/api/uploads/019a0000-0000-7000-8000-00000000dead']) {
    expect((await piece(wrong, 0, Buffer.from('x'))).status).toBe(404)
  }
  // What was sent is nobody's to read here, its owner's neither.
  expect((await call('GET', path)).status).toBe(404)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('HEAD', path)).status).toBe(404)
  expect(await pieces()).toEqual([])
})

test('what a fan sends is counted before its first byte, with what they have begun, and once more at its end', async () => {
  const film = Buffer.from(await clip({ seconds: 1 }))
  const told = { purpose: 'video', filename: 'film.mp4' }
  leftToFans = film.length + 10
  const first = await begin(film.length, told, fan)
  expect(first.status).toBe(201)
  const second = await begin(11, told, fan)
  expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([429, 'too_much_in_a_day'])
  const path = pathIn(first)
  await piece(path, 0, film.subarray(0, 1000), fan)
  // They sent something else meanwhile.
  leftToFans = film.length - 1
  const refused = await piece(path, 1000, film.subarray(1000), fan)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_much_in_a_day'])
  expect((await call('HEAD', path, {}, undefined, fan)).status).toBe(404)
  expect(await pieces()).toEqual([])

  leftToFans = film.length
  const again = pathIn(await begin(film.length, told, fan))
  await piece(again, 0, film.subarray(0, 1000), fan)
  await http.close()
  await start()
  expect((await call('HEAD', again, {}, undefined, fan)).headers.get('upload-offset')).toBe('1000')
  const done = await piece(again, 1000, film.subarray(1000), fan)
  expect(done.status).toBe(204)
  const id = done.headers.get('upload-file-id') ?? ''
  expect((await files.find(db, [id])).get(id)).toMatchObject({ ownerId: fan.accountId, purpose: 'video' })
})

test('with the cookie a piece needs our own origin, and nothing comes in during maintenance', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': meta({ purpose: 'photo' }),
        cookie: `token=${tokenOf(mei)}`,
        ...headers,
      },
    })
  expect((await send({})).status).toBe(403)
  expect((await send({ origin: 'https://elsewhere.example' })).status).toBe(403)
  const own = await send({ origin: address })
  expect(own.status).toBe(201)
  expect(own.headers.get('access-control-allow-origin')).toBeNull()
  await call('DELETE', pathIn(own))
  inMaintenance = true
  expect((await begin(5)).status).toBe(503)
  inMaintenance = false
})

test('how large it may become is decided before the first byte, and no more than was told is taken', async () => {
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
  const tooLarge = await begin(20 * 1024 * 1024 + 1)
  expect([tooLarge.status, await codeOf(tooLarge)]).toEqual([413, 'too_large'])
  expect((await begin(200 * 1024 * 1024 + 1, { purpose: 'audio' })).status).toBe(413)
  expect((await begin(4096 * 1024 * 1024 + 1, { purpose: 'video' })).status).toBe(413)
  expect((await begin(0)).status).toBe(422)
  for (const told of [{}, { purpose: 'avatar' }, { purpose: '__proto__' }]) expect((await begin(5, told)).status).toBe(422)
  const deferred = await call('POST', '/api/uploads', { 'upload-defer-length': '1', 'upload-metadata': meta({ purpose: 'video' }) })
  expect(deferred.status).toBe(422)
  const path = pathIn(await begin(10))
  expect((await piece(path, 0, randomBytes(200_000))).status).toBeGreaterThanOrEqual(400)
  expect((await readFile(pathOf(path.split('/').at(-1) ?? ''))).length).toBeLessThanOrEqual(10)
  await call('DELETE', path)
})

test('what comes out as no picture is refused as by multipart, and leaves nothing', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const path = pathIn(await begin(bytes.length))
  const last = await piece(path, 0, bytes)
  expect([last.status, ((await last.json()) as { code: string }).code]).toEqual([422, 'file_type_not_allowed'])
  expect((await call('HEAD', path)).status).toBe(404)
  expect(await pieces()).toEqual([])
})

test('a creator has five unfinished ones at most, and abandoned ones are taken away', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin(1000, { purpose: 'video' }, another)))
  expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 422, 422, 422])
  await forgetAbandoned(db)
  expect((await begin(1000, { purpose: 'video' }, another)).status).toBe(422)
  clock.advance({ hours: 49 })
  await writeFile(pathOf('019a0000-0000-7000-8000-0000000000ff'), 'of nobody')
  await utimes(pathOf('019a0000-0000-7000-8000-0000000000ff'), 1, 1)
  await forgetAbandoned(db)
  expect(await pieces()).toEqual([])
  const next = await begin(1000, { purpose: 'video' }, another)
  expect(next.status).toBe(201)
  await call('DELETE', pathIn(next), {}, undefined, another)
})

test('who sends a film over a slow line for more than two days does not lose what is there already', async () => {
  const path = pathIn(await begin(1000, { purpose: 'video' }, another))
  const id = path.split('/').at(-1) ?? ''
  expect((await piece(path, 0, randomBytes(400), another)).status).toBe(204)
  clock.advance({ hours: 49 })
  await utimes(pathOf(id), db.now, new Date(db.now.getTime() - 3600_000))
  await forgetAbandoned(db)
  const head = await call('HEAD', path, {}, undefined, another)
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '400'])
  clock.advance({ hours: 48 })
  await forgetAbandoned(db)
  expect((await call('HEAD', path, {}, undefined, another)).status).toBe(404)
})

test('the library shows one’s own, newest first, by purpose, state and name', async () => {
  const owner = '019a0000-0000-7000-8000-000000000009'
  const send = async (purpose: uploads.UploadPurpose, name: string, bytes: Buffer) =>
    uploads.receive(db, await receivedFrom(bytes, name), { purpose, ownerId: owner })
  const photo = await send('photo', 'Rehearsal.JPG', await noise(50, 40).jpeg().toBuffer())
  await send('thumbnail', 'preview.jpg', await noise(60, 40).jpeg().toBuffer())
  const notes = await send('download', 'notes.txt', Buffer.from('some words'))
  const all = await files.ofOwner(db, owner, { purposes: ['photo', 'download'] }, { limit: 10, offset: 0 })
  expect([all.total, all.rows.map(({ id }) => id)]).toEqual([2, [notes.id, photo.id]])
  const named = await files.ofOwner(
    db,
    owner,
    { purposes: ['photo', 'download'], q: 'rehearsal', status: 'finished' },
    { limit: 10, offset: 0 },
  )
  expect(named.rows.map(({ name }) => name)).toEqual(['Rehearsal.JPG'])
  expect(uploads.libraryForm(photo, owner, db.now)).toMatchObject({
    type: 'photo',
    purpose: 'photo',
    name: 'Rehearsal.JPG',
    progress: 100,
    locked: false,
  })
  expect(uploads.uploadedForm(photo, owner, db.now)).toMatchObject({
    _id: photo.id,
    status: 'finished',
    width: 50,
    thumbnails: [{ width: 50 }],
  })
  expect((await db.many(sql`select 1 from fingerprints.prints where file_id = ${photo.id}`)).length).toBeGreaterThan(1)
})
