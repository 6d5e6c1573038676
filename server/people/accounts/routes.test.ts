import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts as table } from '#contract/people/accounts.ts'
import { blocks as blocksTable } from '#contract/people/blocks.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { identify, openSession, useArrivals } from '#server/people/accounts/accounts.ts'
import { push } from '#server/people/accounts/pushes.ts'
import { handlers } from '#server/people/accounts/routes.ts'
import { ownDatabase, password, somebody, tokenFor } from '#server/people/accounts/testing.ts'
import { handlers as blocksHandlers } from '#server/people/blocks/routes.ts'
import * as settings from '#server/site/settings/settings.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

let app: FastifyInstance
let db: Database
let folder: string
beforeAll(async () => {
  db = await ownDatabase()
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-routes-'))
  app = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: true, ready: async () => {} })
  const around = {
    db,
    geo: { countryOf: () => 'TW' },
    storage: diskStorage(folder, randomBytes(32)),
    rateLimitFactor: 1000,
    isSecure: true,
    allowedOrigins: [],
    identify,
    inMaintenance: () => settings.isInMaintenance(db),
    isClosed: async () => false,
    seenFrom: async (viewer: Viewer) => viewer,
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    acted: async () => {},
  }
  serve(app, around, 'accounts', table, handlers)
  serve(app, around, 'blocks', blocksTable, blocksHandlers)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await db.close()
  await rm(folder, { recursive: true })
})

interface Answer {
  data: Record<string, unknown>
  code: string
  message: string
  errors: { field: string; code: string; message: string }[]
}
async function ask(method: 'POST' | 'PUT' | 'GET', url: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method,
    url: `/api${url}`,
    ...(body && { payload: body }),
    headers: { host: 'stage.example', ...headers },
  })
  return { status: answer.statusCode, json: answer.json<Answer>(), cookies: answer.cookies }
}

test('signing in sets the cookie `token`: HttpOnly, Secure on HTTPS, SameSite=Lax, for a year when remembered (calls.md, session)', async () => {
  const fan = await somebody(db)
  const { status, json, cookies } = await ask('POST', '/auth/login', { username: fan.username, password, remember: true })
  expect(status).toBe(200)
  const device = { name: 'device', path: '/', httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 400 * 86_400 }
  expect(cookies).toEqual([
    { name: 'token', value: json.data['token'], path: '/', httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 365 * 86_400 },
    { ...device, value: expect.stringMatching(/^[\w-]{43}$/) },
  ])
  const day = await ask('POST', '/auth/login', { username: fan.username, password })
  expect(day.cookies[0]).toMatchObject({ maxAge: 86_400 })
})

test('a wrong password is 400 with a sentence in the reader’s language, never 401 (calls.md, conventions)', async () => {
  for (const [language, sentence] of [
    ['zh-TW', '帳號或密碼不正確，請再確認一次。'],
    ['en-US', 'Incorrect credentials. Check the name and the password, and try again.'],
  ] as const) {
    const { status, json } = await ask('POST', '/auth/login', { username: 'nobody.here', password: 'x' }, { 'content-language': language })
    expect([status, json.code, json.message]).toEqual([400, 'incorrect_credentials', sentence])
  }
})

test('signing out ends the session and clears the cookie, and doing it twice is fine', async () => {
  const fan = await somebody(db)
  const token = await tokenFor(db, fan.id)
  for (let n = 0; n < 2; n++) {
    const { status, json, cookies } = await ask('POST', '/auth/logout', {}, { authorization: token })
    expect([status, json.data]).toEqual([200, { loggedOut: true }])
    expect(cookies[0]).toMatchObject({ name: 'token', value: '' })
  }
  expect(await identify(db, token)).toBeUndefined()
})

test('registering answers a session, and every wrong field with its sentence', async () => {
  const { termsVersion } = await settings.current(db)
  const newcomer = {
    name: 'Mei',
    username: 'mei.routes',
    email: 'mei.routes@stagedoor.example',
    password: 'long enough',
    dateOfBirth: '1990-05-17',
    acceptedTermsVersion: termsVersion,
  }
  const came: unknown[] = []
  useArrivals(async (_tx, arrival) => void came.push(arrival))
  const right = await ask('POST', '/auth/users/register', { ...newcomer, captchaToken: 'unused', referralCode: 'FRIEND-7' })
  expect(came).toMatchObject([{ code: 'FRIEND-7' }])
  expect([right.status, right.cookies[0]?.name]).toEqual([200, 'token'])
  const wrong = await ask(
    'POST',
    '/auth/users/register',
    { ...newcomer, username: 'NO', email: 'nowhere', password: 'short' },
    { 'content-language': 'en-US' },
  )
  expect(wrong.status).toBe(422)
  expect(wrong.json.errors.map(({ field, code, message }) => [field, code, message])).toEqual([
    ['username', 'wrong_form', 'This does not have the right form.'],
    ['email', 'not_an_email', 'Please enter an e-mail address.'],
    ['password', 'too_short', 'At least 8 characters, please.'],
  ])
})

test('asking for links always answers alike', async () => {
  const fan = await somebody(db)
  for (const path of ['/auth/email-verification', '/auth/users/forgot']) {
    const answers = [await ask('POST', path, { email: fan.email }), await ask('POST', path, { email: 'nobody.at.all@stagedoor.example' })]
    expect(answers[0]?.status).toBe(200)
    expect(answers[0]?.json).toEqual(answers[1]?.json)
  }
})

test('nobody changes a password while acting for someone (calls.md section 11)', async () => {
  const [fan, staff] = [await somebody(db), await somebody(db, { role: 'staff' })]
  const { token } = await db.transaction((tx) => openSession(tx, fan.id, { actorId: staff.id }))
  const acting = await ask(
    'PUT',
    '/auth/users/me/password',
    { password: 'a new one here', currentPassword: password },
    { authorization: token },
  )
  expect([acting.status, acting.json.code]).toEqual([403, 'not_while_acting'])
  const own = await ask(
    'PUT',
    '/auth/users/me/password',
    { password: 'a new one here', currentPassword: password },
    { authorization: await tokenFor(db, fan.id) },
  )
  expect(own.status).toBe(200)
})

test('in maintenance staff can still sign in, and nobody else changes anything (calls.md section 1)', async () => {
  const [fan, staff] = [await somebody(db), await somebody(db, { role: 'staff' })]
  const [fanToken, staffToken] = [await tokenFor(db, fan.id), await tokenFor(db, staff.id)]
  await db.transaction((tx) => settings.save(tx, { maintenanceMode: true }, staff.id))
  await settings.current(db)
  expect((await ask('PUT', '/users', { name: 'New' }, { authorization: fanToken })).status).toBe(503)
  expect((await ask('POST', '/auth/login', { username: staff.username, password })).status).toBe(200)
  expect((await ask('PUT', '/users', { name: 'New' }, { authorization: staffToken })).status).toBe(200)
  await db.transaction((tx) => settings.save(tx, { maintenanceMode: false }, staff.id))
})

test('the country of the visitor’s address is told', async () => {
  const toldTo = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/block/countries/check', remoteAddress })).json<Answer>().data
  expect(await toldTo('198.51.100.7')).toEqual({ blocked: false, countryCode: 'TW' })
  expect(await toldTo('127.0.0.1')).toEqual({ blocked: false })
})

test('a session that is over loses its sockets', async () => {
  const cut: string[] = []
  const outbox = createOutbox(
    db,
    createJobs(db, () => {}),
    (error) => {
      throw error
    },
  )
  const realtime = {
    disconnect: async (accountId: string, sessionId: string) => void cut.push(`${accountId} ${sessionId}`),
  } as unknown as Realtime
  await db.transaction((tx) => tx.run(sql`delete from outbox.events`))
  push(outbox, realtime, db)
  const fan = await somebody(db)
  const token = await tokenFor(db, fan.id)
  const me = await identify(db, token)
  await ask('POST', '/auth/logout', {}, { authorization: token })
  await outbox.drain()
  expect(cut).toEqual([`${fan.id} ${me?.sessionId}`])
})
