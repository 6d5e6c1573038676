// The same promises over HTTP: uploads as multipart, addresses of pictures as a browser asks for them.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feeds as table } from '#contract/catalogue/feeds.ts'
import { reactions as reactionsTable } from '#contract/catalogue/reactions.ts'
import { mayServe } from '#server/catalogue/access/access.ts'
import { handlers } from '#server/catalogue/feeds/routes.ts'
import { block, member, review } from '#server/catalogue/feeds/testing.ts'
import { fold } from '#server/catalogue/reactions/reactions.ts'
import { handlers as reactions } from '#server/catalogue/reactions/routes.ts'
import * as works from '#server/catalogue/works/works.ts'
import { serveMedia, useMayServe } from '#server/media/files/files.ts'
import { noise, ownPlace } from '#server/media/images/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { store } from '#server/platform/storage/store.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let http: FastifyInstance
let close: () => Promise<void>
let creator: Member
let fan: Member
let stranger: Member
const people = new Map<string, Member>()

beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
  creator = await member(db, 'performer')
  fan = await member(db, 'user', { balance: 50_000 })
  stranger = await member(db, 'user')
  for (const person of [creator, fan, stranger]) people.set(person.username, person)
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  const identify = async (_db: Database, token: string) => people.get(token)
  const around = {
    db,
    storage: store,
    geo: { countryOf: () => undefined },
    rateLimitFactor: 1000,
    isSecure: false,
    allowedOrigins: [],
    identify,
    inMaintenance: async () => false,
    isClosed: async () => false,
    seenFrom: async (viewer: Viewer) => viewer,
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    acted: async () => {},
  }
  serve(http, around, 'feeds', table, handlers)
  serve(http, around, 'reactions', reactionsTable, reactions)
  serveMedia(http, { db, identify: (token) => identify(db, token) })
  useMayServe(mayServe)
})
afterAll(async () => {
  settings.forget()
  await http.close()
  await close()
})

interface Answer {
  status: number
  data: Record<string, unknown>
  code?: string
}

async function call(person: Member | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
  const answer = await http.inject({
    method,
    url: `/api${path}`,
    headers: person ? { authorization: person.username } : {},
    ...(body && { payload: body }),
  })
  const json = answer.json<{ data: Answer['data']; code?: string }>()
  return { status: answer.statusCode, data: json.data, ...(json.code && { code: json.code }) }
}

async function upload(person: Member, path: string, bytes: Buffer, name: string) {
  const boundary = 'xxBOUNDARYxx'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  const answer = await http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: person.username, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return {
    status: answer.statusCode,
    json: answer.json<{ data: { _id: string; url: string; status: string }; code?: string; errors?: unknown }>(),
  }
}

const look = async (url: string, person?: Member) =>
  (await http.inject({ url, headers: person ? { cookie: `token=${person.username}` } : {} })).statusCode

test('upload, publish, locked for a stranger, bought, shown, refunded, locked: the picture itself follows at each step', async () => {
  const sent = await upload(creator, '/performer/feeds/photo/upload', await noise(800, 600).jpeg().toBuffer(), 'a.jpg')
  expect(sent).toMatchObject({ status: 200, json: { data: { type: 'feed-photo', status: 'finished', width: 800, height: 600 } } })
  expect(await look(sent.json.data.url, creator)).toBe(200)
  const post = { type: 'photo', text: 'Tonight', fileIds: [sent.json.data._id], isSale: 'ppv', price: 120 }
  const { data } = await call(creator, 'POST', '/performer/feeds', post)
  const path = `/user/feeds/${String(data['_id'])}`

  const locked = await call(stranger, 'GET', path)
  expect(locked.data).toMatchObject({ canView: false, files: [{ locked: true }] })
  expect(JSON.stringify(locked)).not.toContain('/media/')
  const charge = await call(fan, 'POST', `/wallet/charges/feed/${String(data['_id'])}`, { expectedPrice: 120 })
  expect(charge).toMatchObject({ status: 200, data: { balance: 380, item: { canView: true, isBought: true } } })
  const transaction = { _id: expect.any(String), type: 'feed', targetTitle: 'Tonight', amount: 120, createdAt: expect.any(String) }
  expect(charge.data['transaction'], 'as a tip’s (calls.md section 10)').toEqual(transaction)
  const { url } = (charge.data['item'] as { files: { url: string }[] }).files[0]!
  expect([await look(url, fan), await look(url, stranger), await look(url)]).toEqual([200, 404, 404])

  const { _id } = charge.data['transaction'] as { _id: string }
  await db.transaction((tx) => wallet.reverse(tx, _id, { reason: 'asked', by: null }))
  expect(await look(url, fan)).toBe(404)
  expect((await call(fan, 'GET', path)).data).toMatchObject({ canView: false, isBought: false })
})

test('a post taken away after it was bought: the same key hears its first answer, another one that there is no such post', async () => {
  const { json } = await upload(creator, '/performer/feeds/photo/upload', await noise(80, 60).jpeg().toBuffer(), 'a.jpg')
  const post = { type: 'photo', text: 'Gone soon', fileIds: [json.data._id], isSale: 'ppv', price: 7 }
  const { _id } = (await call(creator, 'POST', '/performer/feeds', post)).data
  const press = async (key: string) => {
    const headers = { authorization: fan.username, 'idempotency-key': key }
    const answer = await http.inject({
      method: 'POST',
      url: `/api/wallet/charges/feed/${String(_id)}`,
      headers,
      payload: { expectedPrice: 7 },
    })
    return { status: answer.statusCode, ...answer.json<{ data?: { item?: object; transaction?: object } }>().data }
  }
  const { item, ...first } = await press('once')
  expect(item).toMatchObject({ _id, canView: true })
  const staff = await member(db, 'staff')
  await db.transaction((tx) => works.reject(tx, String(_id), staff.accountId, 'Against the rules'))
  expect(first).toMatchObject({ status: 200, transaction: { _id: expect.any(String) } })
  expect(await press('once')).toEqual(first)
  expect((await press('again')).status).toBe(404)
})

test('only performers upload and publish; a fan and a visitor are refused before a byte is read (COMPLIANCE.md 1)', async () => {
  const bytes = await noise(20, 20).png().toBuffer()
  expect((await upload(fan, '/performer/feeds/photo/upload', bytes, 'a.png')).status).toBe(403)
  expect((await call(fan, 'POST', '/performer/feeds', { type: 'text', text: 'x' })).status).toBe(403)
  expect((await call(undefined, 'GET', '/performer/feeds')).status).toBe(401)
})

test('a refused upload names its field and says why', async () => {
  const refused = await upload(creator, '/performer/feeds/photo/upload', Buffer.from('no picture'), 'a.jpg')
  expect(refused).toMatchObject({
    status: 422,
    json: { code: 'file_type_not_allowed', errors: [{ field: 'file', code: 'file_type_not_allowed' }] },
  })
})

test('the status of a file is told to those who may know of the post; its address only to those it opens for', async () => {
  const sent = await upload(creator, '/performer/feeds/photo/upload', await noise(80, 60).jpeg().toBuffer(), 'a.jpg')
  const { data } = await call(creator, 'POST', '/performer/feeds', { type: 'photo', fileIds: [sent.json.data._id], isSale: 'followers' })
  const path = `/user/feeds/${String(data['_id'])}/file/${sent.json.data._id}/status`
  expect((await call(fan, 'GET', path)).data).toEqual({ status: 'finished', progress: 100 })
  expect((await call(creator, 'GET', path)).data).toMatchObject({ url: expect.stringContaining('/media/') })
  expect((await call(fan, 'GET', path.replace(sent.json.data._id, String(data['_id'])))).status).toBe(404)
})

test('opening a post counts each signed-in person once, and never its creator', async () => {
  const { data } = await call(creator, 'POST', '/performer/feeds', { type: 'text', text: 'Counted' })
  const path = `/user/feeds/${String(data['_id'])}`
  for (const person of [fan, fan, stranger, creator, undefined]) await call(person, 'GET', path)
  expect((await call(undefined, 'GET', path)).data).toMatchObject({ totalViews: 2 })
})

test('a like is answered with the new counters; what one may not know of cannot be liked (calls.md section 7)', async () => {
  const { data } = await call(creator, 'POST', '/performer/feeds', { type: 'text', text: 'Liked' })
  const which = { objectId: data['_id'], objectType: 'feed', action: 'like' }
  for (const _ of [1, 2]) expect((await call(fan, 'POST', '/reactions', which)).data).toMatchObject({ totalLike: 1, isLiked: true })
  expect((await call(fan, 'DELETE', '/reactions', which)).data).toMatchObject({ totalLike: 0, isLiked: false })
  const draft = await call(creator, 'POST', '/performer/feeds', { type: 'text', text: 'Draft', status: 'inactive' })
  expect((await call(fan, 'POST', '/reactions', { ...which, objectId: draft.data['_id'] })).status).toBe(404)
  const performer = { objectId: creator.accountId, objectType: 'performer', action: 'bookmark' }
  expect((await call(fan, 'POST', '/reactions', performer)).data).toMatchObject({ totalBookmark: 1, isBookmarked: true })
  expect((await call(fan, 'POST', '/reactions', { ...performer, objectId: stranger.accountId })).status).toBe(404)
})

test('a like of what is hidden by now can be taken back, and tells nothing of what others liked or kept', async () => {
  const [owner, blocked] = [await member(db, 'performer'), await member(db, 'user')]
  for (const person of [owner, blocked]) people.set(person.username, person)
  const posts = await Promise.all(
    ['active', 'active', 'inactive'].map(
      async (status) => (await call(owner, 'POST', '/performer/feeds', { type: 'text', text: 'x', status })).data,
    ),
  )
  const [shown, deleted, draft] = posts.map(({ _id }) => ({ objectId: _id, objectType: 'feed', action: 'like' }))
  const performer = { objectId: owner.accountId, objectType: 'performer', action: 'bookmark' }
  for (const person of [fan, blocked]) for (const which of [shown, deleted, performer]) await call(person, 'POST', '/reactions', which)
  expect((await call(fan, 'DELETE', '/reactions', performer)).data).toMatchObject({ totalBookmark: 1, isBookmarked: false })
  await call(fan, 'POST', '/reactions', performer)
  await call(owner, 'DELETE', `/performer/feeds/${String(deleted?.objectId)}`)
  await block(db, owner, blocked)
  const nothing = { totalLike: 0, totalBookmark: 0, isLiked: false, isBookmarked: false }
  for (const which of [shown, deleted, draft, performer, { ...shown, objectType: 'video' }])
    expect(await call(blocked, 'DELETE', '/reactions', which)).toMatchObject({ status: 200, data: nothing })
  await db.transaction((tx) => tx.run(sql`delete from blocks.users where blocked_id = ${blocked.accountId}`))
  expect((await call(blocked, 'POST', '/reactions', performer)).data, 'it was taken back').toMatchObject({ totalBookmark: 2 })
})

test('the creator’s own list has every status, filtered and sorted; a profile’s tab has pinned first', async () => {
  const writer = await member(db, 'performer')
  people.set(writer.username, writer)
  const write = async (text: string, more: object = {}) =>
    String((await call(writer, 'POST', '/performer/feeds', { type: 'text', text, ...more })).data['_id'])
  const [pinned, plain, draft] = [
    await write('First', { isPinned: true }),
    await write('Second'),
    await write('Third', { status: 'inactive' }),
  ]
  const listed = async (person: Member, path: string) => {
    const { data } = await call(person, 'GET', path)
    return (data['data'] as { _id: string }[]).map(({ _id }) => _id)
  }
  expect(await listed(writer, '/performer/feeds')).toEqual([draft, plain, pinned])
  expect(await listed(writer, '/performer/feeds?status=inactive')).toEqual([draft])
  expect(await listed(writer, '/performer/feeds?q=sec')).toEqual([plain])
  expect(await listed(writer, '/performer/feeds?sortBy=createdAt&sort=asc')).toEqual([pinned, plain, draft])
  await call(fan, 'POST', '/reactions', { objectId: plain, objectType: 'feed', action: 'like' })
  await db.transaction(fold)
  expect((await listed(writer, '/performer/feeds?sortBy=totalLike'))[0]).toBe(plain)
  expect(await listed(fan, `/user/feeds/search/${writer.username}`)).toEqual([pinned, plain])
  expect(await listed(fan, `/user/feeds/search/${writer.accountId}`)).toEqual([pinned, plain])
  expect((await call(fan, 'GET', '/user/feeds/search/nobody.here')).status).toBe(404)
  expect((await call(fan, 'DELETE', `/performer/feeds/${plain}`)).status).toBe(403)
  expect((await call(writer, 'DELETE', `/performer/feeds/${plain}`)).status).toBe(200)
  expect(await listed(writer, '/performer/feeds')).toEqual([draft, pinned])
})

test('a profile’s tab counts no post of a creator who blocked the reader, though its performer is named in it', async () => {
  const [guest, hidden] = [await member(db, 'performer'), await member(db, 'performer')]
  for (const person of [guest, hidden]) people.set(person.username, person)
  const post = { type: 'text', text: 'Together', participantIds: [guest.accountId] }
  const { data } = await call(hidden, 'POST', '/performer/feeds', post)
  const id = String(data['_id'])
  await db.transaction((tx) => works.answerNaming(tx, id, guest.accountId, 'agreed'))
  await block(db, hidden, fan)
  const tab = async (person: Member) => (await call(person, 'GET', `/user/feeds/search/${guest.username}`)).data
  expect(await tab(stranger)).toMatchObject({ data: [{ _id: id }], total: 1 })
  expect(await tab(fan)).toEqual({ data: [], total: 0 })
})
