// Comments over HTTP: admission, the upload helper's form, and likes of comments.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments as table } from '#contract/catalogue/comments.ts'
import { reactions as reactionsTable } from '#contract/catalogue/reactions.ts'
import { mayKnow } from '#server/catalogue/comments/comments.ts'
import { handlers } from '#server/catalogue/comments/routes.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, member, review } from '#server/catalogue/feeds/testing.ts'
import { useComments } from '#server/catalogue/reactions/reactions.ts'
import { handlers as reactions } from '#server/catalogue/reactions/routes.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import type { Database } from '#server/platform/db/db.ts'
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
let other: Member
let post: string
beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
  ;[creator, fan, other] = [await member(db, 'performer'), await member(db, 'user'), await member(db, 'user')]
  const people = new Map([creator, fan, other].map((person) => [person.username, person]))
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  const around = {
    db,
    storage: store,
    geo: { countryOf: () => undefined },
    rateLimitFactor: 1000,
    isSecure: false,
    allowedOrigins: [],
    identify: async (_db: Database, token: string) => people.get(token),
    inMaintenance: async () => false,
    isClosed: async () => false,
    seenFrom: async (viewer: Viewer) => viewer,
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    acted: async () => {},
  }
  serve(http, around, 'comments', table, handlers)
  serve(http, around, 'reactions', reactionsTable, reactions)
  useComments(mayKnow)
  post = await db.transaction((tx) => feeds.publish(tx, creator.accountId, { type: 'text', text: 'Tonight.' }))
})
afterAll(async () => {
  settings.forget()
  await http.close()
  await close()
})

async function call(person: Member | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await http.inject({
    method,
    url: `/api${path}`,
    headers: person ? { authorization: person.username } : {},
    ...(body && { payload: body }),
  })
  const json = answer.json<{ data: Record<string, unknown>; code?: string }>()
  return { status: answer.statusCode, data: json.data, code: json.code }
}
const write = async (person: Member, content: string) =>
  String((await call(person, 'POST', '/comments', { objectId: post, objectType: 'feed', content })).data['_id'])

test('a visitor neither reads nor writes; what is too long, empty or of no kind is refused by field', async () => {
  const body = { objectId: post, objectType: 'feed', content: 'Hello' }
  expect((await call(undefined, 'POST', '/comments', body)).status).toBe(401)
  expect((await call(undefined, 'GET', `/comments?objectId=${post}&objectType=feed`)).status).toBe(403)
  expect((await call(fan, 'GET', `/comments?objectId=${post}&objectType=feed`)).data).toMatchObject({ total: 0, canComment: true })
  expect((await call(fan, 'POST', '/comments', { ...body, content: 'x'.repeat(501) })).status).toBe(422)
  expect((await call(fan, 'POST', '/comments', { ...body, content: '' })).status).toBe(422)
  expect((await call(fan, 'POST', '/comments', { ...body, objectType: 'performer' })).status).toBe(422)
  expect((await call(fan, 'POST', '/comments', body)).data).toMatchObject({ content: 'Hello', isAuth: true, totalReply: 0, totalLike: 0 })
})

test('an edit comes as PUT, as POST, and as the form of the upload helper (calls.md, conventions)', async () => {
  const id = await write(fan, 'Helo')
  expect((await call(fan, 'PUT', `/comments/${id}`, { content: 'One' })).data).toMatchObject({ content: 'One' })
  expect((await call(fan, 'POST', `/comments/${id}`, { content: 'Two' })).data).toMatchObject({ content: 'Two' })
  const boundary = 'xxBOUNDARYxx'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="content"\r\n\r\nThree\r\n--${boundary}--\r\n`
  const headers = { authorization: fan.username, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await http.inject({ method: 'PUT', url: `/api/comments/${id}`, headers, payload })
  expect(answer.json()).toMatchObject({ data: { content: 'Three', editedAt: expect.any(String) } })
  expect((await call(other, 'PUT', `/comments/${id}`, { content: 'Mine' })).status).toBe(404)
})

test('a comment is liked once and back, never kept, and not by whom a block keeps away (calls.md section 7)', async () => {
  const id = await write(fan, 'Like me')
  const like = { objectId: id, objectType: 'comment', action: 'like' }
  for (const _ of [1, 2]) expect((await call(other, 'POST', '/reactions', like)).data).toMatchObject({ totalLike: 1, isLiked: true })
  const listed = await call(other, 'GET', `/comments?objectId=${post}&objectType=feed`)
  expect((listed.data['data'] as object[])[0]).toMatchObject({ _id: id, totalLike: 1, isLiked: true })
  expect((await call(other, 'DELETE', '/reactions', like)).data).toMatchObject({ totalLike: 0, isLiked: false })
  expect((await call(other, 'POST', '/reactions', { ...like, action: 'bookmark' })).status).toBe(422)
  expect((await call(other, 'POST', '/reactions', { ...like, objectId: post })).status).toBe(404)
  await block(db, fan, other)
  expect((await call(other, 'POST', '/reactions', like)).status).toBe(404)
})

test('pinning and deleting answer over HTTP as they are promised', async () => {
  const id = await write(fan, 'Pin me')
  expect((await call(fan, 'POST', `/comments/${id}/pin`)).status).toBe(403)
  expect((await call(creator, 'POST', `/comments/${id}/pin`)).data).toMatchObject({ isPinned: true })
  expect((await call(creator, 'DELETE', `/comments/${id}/pin`)).data).toMatchObject({ isPinned: false })
  expect((await call(creator, 'DELETE', `/comments/${id}`)).data).toEqual({ deleted: true })
  expect((await call(creator, 'POST', `/comments/${id}/pin`)).status).toBe(404)
})
