import Type from 'typebox'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { randomBytes, randomUUID } from 'node:crypto'
import { createConnection, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Body, endpoints, TokensIn } from '#contract/endpoint.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { createHttp, withoutSecrets } from '#server/platform/http/http.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { serve, type Surroundings } from '#server/platform/http/serve.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'

const table = endpoints({
  open: {
    method: 'GET',
    path: '/open',
    for: 'anyone',
    summary: 'x',
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) }),
    reply: Type.Object({ limit: Type.Integer() }),
  },
  write: {
    method: 'POST',
    path: '/write/:id',
    for: 'member',
    summary: 'x',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    body: Body({
      name: Type.String({ minLength: 2, maxLength: 5 }),
      count: Type.Optional(Type.Integer({ minimum: 1 })),
      pieces: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
      note: Type.Optional(Type.Unknown()),
    }),
    reply: Type.Object({ name: Type.String() }),
  },
  staff: { method: 'GET', path: '/staff', for: 'staff', summary: 'x', reply: Type.Object({ ok: Type.Boolean() }) },
  creator: { method: 'GET', path: '/creator', for: 'creator', summary: 'x', reply: Type.Object({ ok: Type.Boolean() }) },
  pay: {
    method: 'POST',
    path: '/pay',
    for: 'member',
    summary: 'x',
    body: Body({ amount: TokensIn }),
    reply: Type.Object({ n: Type.Integer() }),
    idempotent: true,
    refuses: ['not_enough_tokens'],
  },
  known: { method: 'GET', path: '/known', for: 'anyone', summary: 'x', reply: Type.Object({}), cacheSeconds: 60 },
  may: {
    method: 'POST',
    path: '/may',
    for: 'member',
    summary: 'x',
    body: Body({ note: Type.Optional(Type.String()) }),
    reply: Type.Object({}),
  },
  hook: {
    method: 'POST',
    path: '/hook',
    for: 'anyone',
    summary: 'x',
    query: Type.Object({}, { additionalProperties: true }),
    raw: true,
    reply: Type.Object({}),
  },
  guess: { method: 'POST', path: '/guess', for: 'member', summary: 'x', reply: Type.Object({}), rate: 'sign-in' },
  bug: { method: 'GET', path: '/bug', for: 'anyone', summary: 'x', reply: Type.Object({}) },
  rare: { method: 'POST', path: '/rare', for: 'anyone', summary: 'x', body: Body({}), reply: Type.Object({}), rate: 'letter' },
  silent: { method: 'GET', path: '/silent', for: 'anyone', summary: 'x', reply: Type.Object({}) },
  upload: {
    method: 'POST',
    path: '/upload',
    for: 'member',
    summary: 'x',
    body: Body({ count: Type.Integer() }),
    uploads: { file: { maxBytes: 1000, required: true } },
    reply: Type.Object({ bytes: Type.Integer(), count: Type.Integer() }),
  },
})

let paid = 0
const handlers: Handlers<typeof table> = {
  open: async (_call, { limit }) => ({ limit, secret: 'never leaves' }) as { limit: number },
  write: async (_call, { name }) => ({ name }),
  staff: async () => ({ ok: true }),
  creator: async () => ({ ok: true }),
  pay: async (_call, { amount }) => (amount === 402 ? refuse('not_enough_tokens', { required: 402, balance: 1 }) : { n: ++paid }),
  known: async () => ({}),
  guess: async () => ({}),
  may: async () => ({}),
  hook: async () => ({}),
  bug: async () => {
    throw new Error('the password is hunter2')
  },
  rare: async () => ({}),
  silent: () => new Promise(() => {}),
  upload: async ({ files }, { count }) => ({ bytes: files['file']?.bytes ?? 0, count }),
}

let app: FastifyInstance
let db: Database
let folder: string
let maintenance = false
let lookups = 0
/** What the log was told of requests. */
const said: string[] = []
const member = (role: Member['role'], accountId = randomUUID()): Member => ({
  kind: 'member',
  accountId,
  sessionId: randomUUID(),
  role,
  username: 'someone',
  isAdult: true,
})
const people: Record<string, Member> = { fan: member('user'), creator: member('performer'), staff: member('staff') }

beforeAll(async () => {
  const { host, user, database } = await cloneDatabase()
  db = connect({ connection: { host, user, database } })
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-serve-'))
  app = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  app.addHook('onRequest', async ({ log }) => {
    for (const level of ['error', 'info'] as const) log[level] = (_facts: unknown, words?: string) => void said.push(`${level}: ${words}`)
  })
  const around: Surroundings = {
    db,
    geo: { countryOf: () => undefined },
    storage: diskStorage(folder, randomBytes(32)),
    rateLimitFactor: 1,
    isSecure: false,
    allowedOrigins: [],
    identify: async (_db, token) => {
      lookups++
      return people[token]
    },
    inMaintenance: async () => maintenance,
    isClosed: async () => false,
    seenFrom: async (viewer) => viewer,
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    patienceMs: 3000,
    acted: async () => {},
  }
  serve(app, around, 'test', table, handlers)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await db.close()
  await rm(folder, { recursive: true })
})

test('whoever asks for what answers nothing is told so after a while, and is not kept', async () => {
  const answer = await app.inject({ method: 'GET', url: '/api/silent' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  expect(answer.headers['retry-after']).toBe('5')
})

test('what is no JSON is refused by its type, and not by what is missing in it', async () => {
  const headers = { 'content-type': 'text/plain', authorization: 'fan' }
  const answer = await app.inject({ method: 'POST', url: '/api/may', payload: 'x', headers })
  expect([answer.statusCode, answer.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
})

const id = '0198f9a0-0000-7000-8000-000000000000'
const ask = (
  method: 'GET' | 'POST',
  url: string,
  { as, body, headers = {} }: { as?: string; body?: unknown; headers?: Record<string, string> } = {},
) =>
  app.inject({
    method,
    url: `/api${url}`,
    headers: { ...headers, ...(as && { authorization: as }) },
    ...(body !== undefined && { payload: body as object }),
  })

test('what a row does not declare never leaves', async () => {
  expect((await ask('GET', '/open')).json()).toEqual({ data: { limit: 20 } })
})

test('the caller is admitted before anything they sent is looked at', async () => {
  expect((await ask('POST', '/write/nonsense', { body: { wrong: true } })).json()).toMatchObject({
    statusCode: 401,
    code: 'sign_in_required',
  })
})

test('a wrong body names every wrong field, in the reader’s language, and bends nothing', async () => {
  const answer = await ask('POST', `/write/${id}`, {
    as: 'fan',
    body: { name: 'x', count: '3', extra: 1 },
    headers: { 'content-language': 'zh-TW' },
  })
  expect(answer.statusCode).toBe(422)
  const { errors, message } = answer.json() as { errors: { field: string; code: string; message: string }[]; message: string }
  expect(errors.map(({ field, code }) => [field, code])).toEqual(
    expect.arrayContaining([
      ['name', 'too_short'],
      ['count', 'wrong_form'],
      ['extra', 'unknown'],
    ]),
  )
  for (const sentence of [message, ...errors.map((error) => error.message)]) expect(sentence).toMatch(/[一-鿿]/)
})

test('however much is wrong, little is told: a list is measured before it is walked, and five unknown names are enough', async () => {
  const told = async (body: unknown) =>
    ((await ask('POST', `/write/${id}`, { as: 'fan', body })).json() as { errors: { field: string; code: string }[] }).errors.map(
      ({ field, code }) => `${field} ${code}`,
    )
  expect(await told({ name: 'abc', pieces: Array.from({ length: 20_000 }, () => 7) })).toEqual(['pieces too_many'])
  expect(await told({ name: 'abc', pieces: [7, 8, 9] })).toEqual(['pieces.0 wrong_form'])
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 1]))
  expect(await told({ ...unknown, name: 'x' })).toEqual(['name too_short', ...[0, 1, 2, 3, 4].map((n) => `k${n} unknown`)])
  const [endless = ''] = await told({ name: 'abc', ['k'.repeat(10_000)]: 1 })
  expect(endless.length).toBeLessThan(120)
})

test('names that every object has are unknown names, and a nest without an end is no value', async () => {
  const raw = async (payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: `/api/write/${id}`,
        headers: { authorization: 'fan', 'content-type': 'application/json' },
        payload,
      })
    ).json() as { errors?: { field: string; code: string }[] }
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect((await raw(`{"name":"abc","${name}":{"count":5}}`)).errors).toMatchObject([{ field: name, code: 'unknown' }])
  expect((await raw(`{"name":"abc","pieces":${'['.repeat(9000)}${']'.repeat(9000)}}`)).errors).toMatchObject([{ field: 'pieces.0' }])
  expect((await raw(`{"name":"abc","note":${'['.repeat(9000)}${']'.repeat(9000)}}`)).errors).toMatchObject([{ code: 'wrong_form' }])
})

test('text in a query is read as the number that it spells, within its bounds', async () => {
  expect((await ask('GET', '/open?limit=7')).json()).toEqual({ data: { limit: 7 } })
  for (const limit of ['0', '51', '-1', 'many', '1e400', '5.5']) expect((await ask('GET', `/open?limit=${limit}`)).statusCode).toBe(422)
})

test('a query that nobody reads is told by its name, on rows with a query and without one; webhooks bring what they like', async () => {
  const told = async (url: string, method: 'GET' | 'POST' = 'GET', as?: string) => {
    const answer = await ask(method, url, as ? { as, ...(method === 'POST' && { body: { name: 'abc' } }) } : {})
    return [
      answer.statusCode,
      (answer.json() as { errors?: { field: string; code: string }[] }).errors?.map(({ field, code }) => `${field} ${code}`),
    ]
  }
  expect(await told('/open?limit=7&body=fit')).toEqual([422, ['body unknown']])
  expect(await told('/open?Limit=7')).toEqual([422, ['Limit unknown']])
  expect(await told('/known?page=2')).toEqual([422, ['page unknown']])
  expect(await told(`/write/${id}?name=abc`, 'POST', 'fan')).toEqual([422, ['name unknown']])
  expect(await told('/open?constructor=1&__proto__=2')).toEqual([422, ['constructor unknown', '__proto__ unknown']])
  expect(await told('/open?')).toEqual([200, undefined])
  expect(await told('/hook?anything=1', 'POST')).toEqual([200, undefined])
})

test('NUL and lone surrogates are refused at the edge, in values, keys, queries and paths', async () => {
  for (const body of [{ name: 'a\0b' }, { name: 'a\ud800' }, { 'na\0me': 'abc' }])
    expect((await ask('POST', `/write/${id}`, { as: 'fan', body })).statusCode).toBe(422)
  expect((await ask('GET', '/open?limit=%00')).statusCode).toBe(422)
  expect((await ask('POST', '/write/%00', { as: 'fan', body: { name: 'abc' } })).statusCode).toBe(422)
})

test('broken JSON, a wrong content type and a giant body are 4xx with a code', async () => {
  const raw = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: `/api/write/${id}`, headers: { authorization: 'fan', 'content-type': type }, payload })
  expect((await raw('{"name":', 'application/json')).json()).toMatchObject({ statusCode: 400, code: 'malformed_json' })
  expect((await raw('name=abc', 'text/csv')).json()).toMatchObject({ statusCode: 415, code: 'unsupported_media_type' })
  expect((await raw(JSON.stringify({ name: 'x'.repeat(600_000) }), 'application/json')).json()).toMatchObject({
    statusCode: 413,
    code: 'too_large',
  })
})

test('an unknown address and one that is no address are not found', async () => {
  for (const url of ['/nothing', '/write/%ff']) expect((await ask('GET', url)).json()).toMatchObject({ statusCode: 404, code: 'not_found' })
})

test('a bug answers 500 with nothing of its inside', async () => {
  const answer = await ask('GET', '/bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('hunter2')
  expect(answer.json()).toMatchObject({ code: 'internal' })
})

test('each audience is let in and nobody else', async () => {
  const statuses = async (path: string) =>
    Promise.all([undefined, 'fan', 'creator', 'staff'].map(async (as) => (await ask('GET', path, as ? { as } : {})).statusCode))
  expect(await statuses('/open')).toEqual([200, 200, 200, 200])
  expect(await statuses('/creator')).toEqual([401, 403, 200, 403])
  expect(await statuses('/staff')).toEqual([401, 403, 403, 200])
})

test('the cookie counts for a write only from our own origin; a header counts from anywhere', async () => {
  const write = (headers: Record<string, string>) =>
    ask('POST', `/write/${id}`, { body: { name: 'abc' }, headers: { host: 'stage.example', ...headers } })
  expect((await write({ cookie: 'token=fan' })).json()).toMatchObject({ code: 'wrong_origin', statusCode: 403 })
  expect((await write({ cookie: 'token=fan', origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await write({ cookie: 'token=fan', origin: 'null' })).statusCode).toBe(403)
  expect((await write({ cookie: 'token=fan', origin: 'https://stage.example' })).statusCode).toBe(200)
  expect((await write({ authorization: 'Bearer fan', origin: 'https://evil.example' })).statusCode).toBe(200)
})

test('a repeat with the same key gets the first answer; another body with it is refused', async () => {
  const pay = (amount: number, key: string, as = 'fan') =>
    ask('POST', '/pay', { as, body: { amount }, headers: { 'idempotency-key': key } })
  const first = (await pay(5, 'one')).json() as { data: { n: number } }
  expect((await pay(5, 'one')).json()).toEqual(first)
  expect((await pay(6, 'one')).json()).toMatchObject({ statusCode: 422, code: 'idempotency_key_reused' })
  const another = (await pay(5, 'one', 'creator')).json() as { data: { n: number } }
  expect(another.data.n, 'a key is its owner’s own').not.toBe(first.data.n)
})

test('two long keys are two payments or none: one that is too long to keep is refused, and named', async () => {
  const pay = (key: string) => ask('POST', '/pay', { as: 'fan', body: { amount: 5 }, headers: { 'idempotency-key': key } })
  for (const end of ['1', '2'])
    expect((await pay(`${'k'.repeat(200)}${end}`)).json()).toMatchObject({
      statusCode: 422,
      code: 'invalid',
      errors: [{ field: 'Idempotency-Key', code: 'too_long', message: expect.stringContaining('200') }],
    })
  const [one, two] = [(await pay(`${'k'.repeat(199)}1`)).json(), (await pay(`${'k'.repeat(199)}2`)).json()]
  expect(one).not.toEqual(two)
})

test('a hundred presses at once pay once', async () => {
  const before = await db.one<{ n: number }>({ text: 'select count(*) as n from platform.idempotency', values: [] } as never)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask('POST', '/pay', { as: 'fan', body: { amount: 9 }, headers: { 'idempotency-key': 'many' } })),
  )
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  const after = await db.one<{ n: number }>({ text: 'select count(*) as n from platform.idempotency', values: [] } as never)
  expect(after.n - before.n).toBe(1)
})

test('a refusal moves nothing, so its key may be used again', async () => {
  const pay = (amount: number) => ask('POST', '/pay', { as: 'fan', body: { amount }, headers: { 'idempotency-key': 'short' } })
  expect((await pay(402)).json()).toMatchObject({ statusCode: 402, code: 'not_enough_tokens', required: 402, balance: 1 })
  expect((await pay(3)).statusCode).toBe(200)
})

test('where all fields may be left out, so may the body; null, a list or a word is none', async () => {
  const path = '/may'
  expect((await ask('POST', path, { as: 'fan' })).statusCode).toBe(200)
  const headers = { authorization: 'fan', 'content-type': 'application/json' }
  for (const payload of ['null', '[]', '"x"', '0', 'false'])
    expect((await app.inject({ method: 'POST', url: `/api${path}`, headers, payload })).json(), payload).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'body', code: 'wrong_form' }],
    })
})

test.each([0, -1, 0.001, 1.005, 2 ** 53, 1e300, '5', null, [], {}])('an amount of %j is a 422 that names the field', async (amount) => {
  expect((await ask('POST', '/pay', { as: 'fan', body: { amount } })).json()).toMatchObject({
    statusCode: 422,
    errors: [{ field: 'amount' }],
  })
})

test('the sixth letter within an hour from one address has to wait, and is told how long', async () => {
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await ask('POST', '/rare', { body: {} })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const answer = await ask('POST', '/rare', { body: {} })
  expect(answer.json()).toMatchObject({ code: 'too_many_requests' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('a token that nobody knows costs no look-up once its address has asked as often as it may', async () => {
  const from = async (n: number) =>
    (await app.inject({ method: 'POST', url: '/api/guess', remoteAddress: '198.51.100.1', headers: { authorization: `token-${n}` } }))
      .statusCode
  const before = lookups
  const statuses = []
  for (let n = 0; n < 40; n++) statuses.push(await from(n))
  expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(20).fill(429)])
  expect(lookups - before).toBe(20)
})

test('guessing tokens at any row is counted before the guesser is sent away', async () => {
  const guess = async (n: number) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/pay',
        remoteAddress: '198.51.100.2',
        headers: { authorization: `token-${n}` },
        payload: {},
      })
    ).statusCode
  const statuses = []
  for (let n = 0; n < 130; n++) statuses.push(await guess(n))
  expect(statuses).toEqual([...Array<number>(120).fill(401), ...Array<number>(10).fill(429)])
})

test('an address has a limit over all that it asks for, and it comes before everything', async () => {
  const small = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, rateLimitFactor: 0.001, ready: async () => {} })
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await small.inject(`/api/nothing/${n}`)).statusCode)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429, 429])
  expect((await small.inject({ url: '/api/nothing', remoteAddress: '198.51.100.3' })).statusCode).toBe(404)
  expect((await small.inject('/healthz')).statusCode).toBe(200)
  await small.close()
})

test('pictures and films have a limit of their own, before anything is looked up for them', async () => {
  const small = await createHttp({
    logLevel: 'silent',
    trustedProxies: [],
    isSecure: false,
    rateLimitFactor: 0.0005,
    ready: async () => {},
  })
  let looked = 0
  small.get('/media/:fileId/:rendition', async () => {
    looked++
    return ''
  })
  const of = (n: number, from = '198.51.100.4') => small.inject({ url: `/media/${n}/large?e=1&s=a`, remoteAddress: from })
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await of(n)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(looked).toBe(6)
  const no = await of(9)
  expect(no.json()).toMatchObject({ statusCode: 429, code: 'too_many_requests' })
  expect(Number(no.headers['retry-after'])).toBeGreaterThan(0)
  expect((await of(9, '198.51.100.5')).statusCode).toBe(200)
  await small.close()
})

test('while maintenance is on, reading goes on, writing waits, and staff can act', async () => {
  maintenance = true
  try {
    expect((await ask('GET', '/open')).statusCode).toBe(200)
    expect((await ask('POST', `/write/${id}`, { as: 'fan', body: { name: 'abc' } })).json()).toMatchObject({
      statusCode: 503,
      code: 'maintenance',
    })
    expect((await ask('POST', `/write/${id}`, { as: 'staff', body: { name: 'abc' } })).statusCode).toBe(200)
  } finally {
    maintenance = false
  }
})

test('an upload streams in with its fields, and whatever is refused leaves nothing behind', async () => {
  const send = (parts: [string, string | Blob][]) => {
    const form = new FormData()
    for (const [name, value] of parts) form.append(name, value as string)
    return app.inject({ method: 'POST', url: '/api/upload', headers: { authorization: 'fan' }, payload: form as never })
  }
  const file = (bytes: number) => new Blob([new Uint8Array(bytes)])
  expect(
    (
      await send([
        ['count', '4'],
        ['file', file(900)],
      ])
    ).json(),
  ).toEqual({ data: { bytes: 900, count: 4 } })
  expect(
    (
      await send([
        ['count', '4'],
        ['file', file(1001)],
      ])
    ).json(),
  ).toMatchObject({ statusCode: 413, code: 'too_large' })
  expect((await send([['count', '4']])).json()).toMatchObject({ code: 'file_required', errors: [{ field: 'file' }] })
  expect(
    (
      await send([
        ['count', 'x'],
        ['file', file(10)],
      ])
    ).json(),
  ).toMatchObject({ code: 'invalid', errors: [{ field: 'count' }] })
  expect(
    (
      await send([
        ['count', '1'],
        ['other', file(10)],
      ])
    ).json(),
  ).toMatchObject({ code: 'invalid', errors: [{ field: 'other', code: 'unknown' }] })
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('whoever leaves in the middle of an upload is nobody’s bug, and leaves nothing behind', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const incoming = () => readdir(join(folder, 'incoming'))
  const sender = createConnection(port, '127.0.0.1')
  const head = 'POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: fan\r\ncontent-type: multipart/form-data; boundary=x'
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  sender.write(`${head}\r\ncontent-length: 900\r\n\r\n${part}half`)
  await expect.poll(incoming).toHaveLength(1)
  said.length = 0
  sender.destroy()
  await expect.poll(() => said).toEqual(['info: the sender left before the end'])
  expect(await incoming()).toEqual([])
})

test('every answer carries a request id and headers that keep a browser strict', async () => {
  const { headers } = await ask('GET', '/open')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('answers are kept by nobody, unless a row says that they are the same for everyone', async () => {
  expect((await ask('GET', '/open')).headers['cache-control']).toBe('private, no-store')
  expect((await ask('GET', '/known')).headers).toMatchObject({
    'cache-control': 'public, max-age=60',
    vary: 'content-language, accept-encoding',
  })
})

test('tokens and signatures in an address do not reach the log', () => {
  expect(withoutSecrets('/socket.io/?EIO=4&token=SECRET&transport=websocket')).toBe(
    '/socket.io/?EIO=4&token=[redacted]&transport=websocket',
  )
  expect(withoutSecrets('/media/1/large?e=5&s=SECRET')).toBe('/media/1/large?e=5&s=[redacted]')
  expect(withoutSecrets('/api/user/feeds?limit=20')).toBe('/api/user/feeds?limit=20')
})

test('health answers; figures are for this machine only', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ ok: true })
  expect((await app.inject('/readyz')).json()).toEqual({ ready: true })
  expect((await app.inject('/metrics')).body).toContain('http_request_duration_seconds')
  expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  for (const name of ['x-forwarded-for', 'X-Forwarded-Host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip'])
    expect((await app.inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } })).statusCode, name).toBe(404)
})
