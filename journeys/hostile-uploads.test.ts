// What somebody sends who means harm, through every way in: each is refused, or ends in error with nothing served; nobody is called,
// nothing is left lying about, and the house stays open.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { queue as soundWork } from '#server/media/audio/processing.ts'
import { queue as footageWork } from '#server/media/footage/processing.ts'
import { clip, tone } from '#server/media/footage/testing.ts'
import * as files from '#server/media/files/files.ts'
import { store } from '#server/platform/storage/store.ts'
import { sql } from '#server/platform/db/db.ts'
import { type HostileFile, hostileFiles, isHarmless } from '#journeys/hostile-files.ts'
import { openHouse, picture, type House, type Person } from '#journeys/house.ts'

let house: House
let creator: Person
let canary: Server
let hits = 0
let corpus: HostileFile[]

beforeAll(async () => {
  canary = createServer((_request, response) => {
    hits++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const bait = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`
  house = await openHouse({ GOOGLE_CLIENT_SECRET: 'a-secret-of-google' })
  creator = await house.creator()
  corpus = await hostileFiles(bait)
})
afterAll(async () => {
  await house.close()
  canary.close()
})

const purposes = ['photo', 'thumbnail', 'video', 'teaser', 'audio'] as const

/** Fine when it was refused, or when nothing of it is served once the work on it has ended. */
async function endsBadly(status: number, fileId: string | undefined): Promise<string> {
  if (status >= 400 && status < 500) return 'refused'
  if (!fileId) return `answered ${status}`
  await footageWork.begin(house.db, fileId)
  await soundWork.begin(house.db, fileId)
  const file = (await files.find(house.db, [fileId])).get(fileId)
  return file?.status === 'error' && Object.keys(file.renditions).length === 0 ? 'refused' : `ended as ${file?.status}`
}

const filesIn = async (folder: string) =>
  (await readdir(store.localPath(folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

test('what came with a refused call goes with it: no row, no bytes', async () => {
  const photo = await picture(300, 200, 3)
  const kept = async () => ({
    files: (await house.db.one<{ n: number }>(sql`select count(*) as n from files.files`)).n,
    bytes: (await Promise.all(['renditions', 'downloads', 'originals'].map(filesIn))).flat().toSorted(),
  })
  const gallery = await creator.api.galleries.create({ title: 'Empty' })
  const before = await kept()
  const digitalFile = new File(['Notes\n'], 'notes.txt')
  const product = { name: 'Score', type: 'digital' as const, digitalFile, image: photo }
  const film = new File([new Uint8Array(await clip())], 'film.mp4')
  const { api } = creator
  const bad = { code: 'price_out_of_bounds' }
  await expect(api.shop.createProduct({ ...product, price: 0.5 })).rejects.toMatchObject(bad)
  const offered = await api.shop.createProduct({ name: 'Print', type: 'physical', price: 10, stock: 1 })
  await expect(api.shop.updateProduct({ id: offered._id, image: photo, price: 0.5 })).rejects.toMatchObject(bad)
  const video = { title: 'Film', isSale: 'ppv' as const, price: 0.5, video: film, thumbnail: photo }
  await expect(api.videos.upload(video)).rejects.toMatchObject(bad)
  await expect(api.galleries.uploadPhoto({ galleryId: gallery._id, file: photo, title: 'csam' })).rejects.toMatchObject({
    code: 'prohibited_term',
  })
  await expect.poll(kept, { timeout: 15_000 }).toEqual(before)
})

test.each(purposes)('every hostile file is refused as %s, whatever it is called', async (purpose) => {
  for (const [name, bytes, called] of corpus) {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(bytes)], called, { type: 'video/mp4' }))
    const { status, json } = await house.raw({ method: 'POST', url: `/api/performer/feeds/${purpose}/upload`, body }, creator.token)
    expect([name, await endsBadly(status, (json['data'] as { _id?: string } | undefined)?._id)]).toEqual([name, 'refused'])
  }
})

test.each(['photo', 'video', 'audio', 'teaser', 'download'])('and so it is in pieces, as %s', async (purpose) => {
  const base64 = (value: string) => Buffer.from(value).toString('base64')
  const headers = { 'tus-resumable': '1.0.0', authorization: creator.token }
  for (const [name, bytes, called] of corpus) {
    if (isHarmless(name, purpose)) continue
    const told = {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `purpose ${base64(purpose)},filename ${base64(called)}`,
    }
    const begun = await fetch(`${house.address}/api/uploads`, { method: 'POST', headers: told })
    if (begun.status >= 400) {
      expect([name, begun.status < 500]).toEqual([name, true])
      continue
    }
    const last = await fetch(house.address + begun.headers.get('location'), {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })
    expect([name, await endsBadly(last.status, last.headers.get('upload-file-id') ?? undefined)]).toEqual([name, 'refused'])
  }
})

/** A row that takes files, asked so that all is right but the file: whose it is, what is said with it, and what each field would take. */
interface Way {
  id?: string
  fields?: () => Record<string, string>
  /** Who sends it, where it is neither anyone, staff nor the creator: somebody else each time. */
  by?: () => Promise<string>
  sound: Record<string, File>
}

async function waysIn(): Promise<Record<string, Way>> {
  const { api } = creator
  const [jpeg, film] = [await picture(400, 300, 7), new Uint8Array(await clip())]
  const photo = new File([jpeg], 'sound.jpg')
  const footage = new File([film], 'sound.mp4')
  const sound = new File([new Uint8Array(await tone())], 'sound.mp3')
  const notes = new File(['Notes for a lantern song\n'], 'notes.txt')
  const gallery = await api.galleries.create({ title: 'Lanterns' })
  const video = await api.videos.upload({ title: 'Lanterns', status: 'inactive', video: footage })
  const product = await api.shop.createProduct({ name: 'Score', type: 'digital', price: 10, digitalFile: notes })
  const { termsVersion } = await house.visitor().settings.public({})
  let count = 0
  const applicant = () => ({
    name: 'Lan',
    username: `applicant${++count}`,
    email: `applicant${count}@stagedoor.example`,
    password: 'correct horse battery',
    gender: 'female',
    dateOfBirth: '1988-02-03',
    country: 'TW',
    phone: '+886 900 000 000',
    acceptedTermsVersion: termsVersion,
    acceptedAgreement: 'true',
  })
  await (await house.staff()).api.admin.saveSettings({ values: { googleEnable: true, googleClientId: '1234.apps.googleusercontent.com' } })
  // Whoever came back from a provider: each attempt has a ticket of its own.
  await house.db.transaction((tx) =>
    tx.run(sql`
      insert into federation.tickets (token_hash, provider, issuer, subject, email, is_email_verified, role, remember, created_at, expires_at)
      select sha256(convert_to('a-ticket-for-hostile-' || n, 'UTF8')), 'google', 'https://accounts.google.com', 'hostile' || n, 'hostile' || n || '@stagedoor.example',
        true, 'performer', true, ${tx.now}, ${tx.now}::timestamptz + interval '1 day'
      from generate_series(1, 500) n`),
  )
  const behind = () => {
    const { email: _email, password: _password, dateOfBirth: _dateOfBirth, ...person } = applicant()
    return person
  }
  let tickets = 0
  const comer = () => {
    const { email: _email, password: _password, ...person } = applicant()
    return { ...person, ticket: `a-ticket-for-hostile-${++tickets}` }
  }
  return {
    'federation.registerPerformer': { fields: comer, sound: { idVerification: photo, documentVerification: photo } },
    'identity.apply': {
      fields: behind,
      by: async () => (await house.fan()).token,
      sound: { idVerification: photo, documentVerification: photo },
    },
    'profiles.uploadAvatar': { sound: { file: photo } },
    'profiles.uploadPerformerAvatar': { sound: { file: photo } },
    'profiles.uploadCover': { sound: { file: photo } },
    'identity.register': { fields: applicant, sound: { idVerification: photo, documentVerification: photo } },
    'identity.uploadDocument': { fields: () => ({ type: 'release' }), sound: { file: photo } },
    'galleries.uploadPhoto': { fields: () => ({ galleryId: gallery._id }), sound: { file: photo } },
    'videos.upload': {
      fields: () => ({ title: 'More lanterns', status: 'inactive' }),
      sound: { thumbnail: photo, teaser: footage, video: footage },
    },
    'videos.uploadWelcome': { sound: { file: footage } },
    'videos.update': { id: video._id, sound: { thumbnail: photo, teaser: footage } },
    'shop.createProduct': {
      fields: () => ({ name: 'Print', type: 'digital', price: '10', status: 'inactive' }),
      sound: { image: photo, digitalFile: notes },
    },
    'shop.updateNamedProduct': { fields: () => ({ _id: product._id }), sound: { image: photo, digitalFile: notes } },
    'promos.picture': { sound: { file: photo } },
    'copies.ask': { sound: { picture: photo } },
    ...Object.fromEntries(
      ['Open', 'Locked'].flatMap((way) => [
        [`messaging.upload${way}Photo`, { sound: { file: photo } }],
        [`messaging.upload${way}Video`, { sound: { file: footage } }],
        [`messaging.upload${way}Audio`, { sound: { file: sound } }],
      ]),
    ),
    'shop.updateProduct': { id: product._id, sound: { image: photo, digitalFile: notes } },
  }
}

test('every other row that takes files takes a sound one, and with all else right refuses these', async () => {
  const slices: Record<string, Record<string, Endpoint>> = contract
  const rows = Object.entries(slices).flatMap(([slice, table]) =>
    Object.entries(table)
      .filter(([, { uploads, path }]) => Object.keys(uploads ?? {}).length > 0 && !path.startsWith('/performer/feeds/'))
      .map(([name, row]) => [`${slice}.${name}`, row] as const),
  )
  const ways = await waysIn()
  const office = await house.staff()
  expect(rows.map(([name]) => name).toSorted(), 'a new row is asked here, too').toEqual(Object.keys(ways).toSorted())
  for (const [name, row] of rows) {
    const { id = '', fields = () => ({}), by, sound = {} } = ways[name] ?? {}
    expect(Object.keys(sound).toSorted()).toEqual(Object.keys(row.uploads ?? {}).toSorted())
    // A film needs its footage, an application both pictures: those come, and are sound.
    const needed = Object.entries(sound).filter(
      ([field]) => row.uploads?.[field]?.required || (name === 'videos.upload' && field === 'video'),
    )
    const send = async (field: string, file: File) => {
      const body = new FormData()
      for (const [key, value] of Object.entries<string>(fields())) body.set(key, value)
      for (const [key, value] of needed) body.set(key, value)
      body.set(field, file)
      return house.raw(
        { method: row.method, url: `/api${row.path.replace(':id', id)}`, body },
        row.for === 'anyone' ? undefined : by ? await by() : row.for === 'staff' ? office.token : creator.token,
      )
    }
    for (const [field, file] of Object.entries(sound)) {
      expect([name, field, (await send(field, file)).status], 'nothing but the file is wrong').toEqual([name, field, 200])
      for (const [kind, bytes, called] of corpus.filter(([each]) => /script|drawing|playlist|manifest|claims|half/.test(each))) {
        if (field === 'digitalFile' && isHarmless(kind, 'download')) continue
        const { status, json } = await send(field, new File([new Uint8Array(bytes)], called))
        if (status === 200) expect([name, field, kind, await lastEndsBadly()]).toEqual([name, field, kind, 'refused'])
        else expect([name, field, kind, status, refusedFile.test(String(json['code']))]).toEqual([name, field, kind, 422, true])
      }
    }
  }
})

test('a film whose damage lies deeper than its beginning is answered, and then is an error that its creator reads of', async () => {
  const bytes = corpus.find(([name]) => name === 'a film with damaged pictures')![1]
  const { api } = creator
  const sent = await api.videos.upload({ title: 'Damaged', video: new File([new Uint8Array(bytes)], 'film.mp4') })
  // Answered, whatever the work on it has come to by now; and shown to nobody.
  expect(sent.status).toMatch(/^(inactive|file-error)$/)
  const fileId = sent.files[0]!._id
  await expect
    .poll(() => api.videos.fileStatus({ id: sent._id, fileId }), { timeout: 30_000 })
    .toEqual({ status: 'error', progress: expect.any(Number) })
  expect(await api.videos.ownOne({ id: sent._id })).toMatchObject({ status: 'file-error' })
  expect(await api.uploads.one({ id: fileId })).toMatchObject({ status: 'error', failure: 'unreadable' })
  await expect(api.videos.update({ id: sent._id, status: 'active' })).rejects.toMatchObject({ code: 'file_not_ready' })
  await house.settle()
  const { data } = await (await house.staff()).api.admin.letters({})
  expect(data.some(({ text }) => text.includes('Damaged'))).toBe(true)
})

const refusedFile = /^(file_type_not_allowed|file_unreadable|file_too_long)$/

/** Footage is looked at after the answer: the newest of it. */
async function lastEndsBadly(): Promise<string> {
  const { data } = await creator.api.uploads.library({ limit: 100 })
  const underway = data.find(({ purpose, status }) => (purpose === 'video' || purpose === 'teaser') && status !== 'finished')
  return endsBadly(200, underway?._id)
}

/** A request written byte by byte. Resolves with the status, or `cut` when the house hung up. */
function sent(headers: Record<string, string>, write: (put: (bytes: string | Buffer) => boolean) => void): Promise<number | 'cut'> {
  return new Promise((resolve) => {
    const asked = request(`${house.address}/api/performer/feeds/photo/upload`, {
      method: 'POST',
      headers: { authorization: creator.token, ...headers },
    })
    asked.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', () => resolve('cut'))
    write((bytes) => asked.writable && asked.write(bytes))
    asked.end()
  })
}
const head = (boundary: string, called = 'x.jpg') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${called}"\r\ncontent-type: image/jpeg\r\n\r\n`

test('an upload that does not end is stopped at its limit', async () => {
  const piece = Buffer.alloc(1024 * 1024, 0xff)
  const answer = await sent({ 'content-type': 'multipart/form-data; boundary=b' }, (put) => {
    put(head('b'))
    for (let n = 0; n < 40; n++) put(piece)
  })
  expect([413, 'cut']).toContain(answer)
})

test.each<[string, Record<string, string>, string]>([
  [
    'a part within a part',
    { 'content-type': 'multipart/form-data; boundary=b' },
    `--b\r\ncontent-disposition: form-data; name="file"; filename="x.jpg"\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n${head('c')}x\r\n--c--\r\n--b--\r\n`,
  ],
  ['no end of the parts', { 'content-type': 'multipart/form-data; boundary=b' }, `${head('b')}x`],
  ['no boundary', { 'content-type': 'multipart/form-data' }, head('b')],
  [
    'a name that is a path with a zero in it',
    { 'content-type': 'multipart/form-data; boundary=b' },
    `${head('b', '../../\0x')}x\r\n--b--\r\n`,
  ],
  [
    'a file of no field',
    { 'content-type': 'multipart/form-data; boundary=b' },
    `${head('b').replace('"file"', '"__proto__"')}x\r\n--b--\r\n`,
  ],
  ['more than was told', { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '20' }, `${head('b')}x\r\n--b--\r\n`],
])('%s is refused', async (_name, headers, body) => {
  const answer = await sent(headers, (put) => put(body))
  expect(answer === 'cut' || (answer >= 400 && answer < 500)).toBe(true)
})

test('after all of it nobody was called, the house is open, and nothing lies about', async () => {
  expect(hits).toBe(0)
  expect((await fetch(`${house.address}/healthz`)).status).toBe(200)
  // Sound films that came in between may still be worked on.
  for (const folder of ['incoming', 'originals', 'work', 'pieces'])
    await expect.poll(() => readdir(store.localPath(folder)).catch(() => []), { timeout: 30_000 }).toEqual([])
  const { data } = await creator.api.uploads.library({ limit: 100 })
  expect(data.filter(({ url, status }) => url !== undefined && status !== 'finished')).toEqual([])
})
