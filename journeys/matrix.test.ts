// Every row of the contract against every kind of caller, and against garbage: made from the contract, so that a new row
// is held to it without anyone thinking of it.
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audience, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { refusals } from '#contract/refusals.ts'
import { type House, openHouse } from '#journeys/house.ts'
import { isDeclared } from '#journeys/people.ts'
import { openApi, refusalsOf } from '#server/platform/http/openapi.ts'

let house: House
const tokens: Record<Role, string | undefined> = { visitor: undefined, fan: undefined, creator: undefined, staff: undefined }
type Role = 'visitor' | 'fan' | 'creator' | 'staff'
const roles: readonly Role[] = ['visitor', 'fan', 'creator', 'staff']

beforeAll(async () => {
  house = await openHouse()
  tokens.staff = (await house.staff()).token
  await renew('fan')
  await renew('creator')
})
afterAll(() => house.close())

/** Some rows end the session that calls them, so that nobody is signed in afterwards. */
async function renew(role: 'fan' | 'creator') {
  tokens[role] = (await (role === 'fan' ? house.fan({ balance: 100 }) : house.creator())).token
}

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]) => [`${slice}.${name}`, row] as const),
)

const admitted: Readonly<Record<Audience, readonly Role[]>> = {
  anyone: ['visitor', 'fan', 'creator', 'staff'],
  member: ['fan', 'creator', 'staff'],
  creator: ['creator'],
  staff: ['staff'],
}

const foreignId = '0198f9a0-1111-7000-8000-000000000001'

function urlOf(row: Endpoint, fill: (name: string) => string): string {
  return `/api${row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(fill(name)))}`
}

async function ask(row: Endpoint, role: Role, url: string, body?: unknown) {
  const token = tokens[role]
  const answer = await house.app.http.inject({
    method: row.method,
    url,
    headers: { ...(token && { authorization: token }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    json: answer.headers['content-type']?.includes('json') ? (answer.json() as Record<string, unknown>) : {},
  }
}

const spans = rows.filter(([, row]) => row.query?.properties['fromDate'])

test.each(spans)('%s refuses days that end before they begin, beside the field and in the reader’s language', async (_name, row) => {
  expect(row.query?.properties['toDate']).toBeDefined()
  const role = admitted[row.for][0] ?? 'visitor'
  const url = (from: string, to: string) => `${urlOf(row, () => foreignId)}?fromDate=${from}&toDate=${to}${needed(row)}`
  const reversed = await ask(row, role, url('2026-05-02', '2026-05-01'))
  const wrong = [{ field: 'toDate', code: 'too_small', message: 'Not less than 2026-05-02, please.' }]
  expect(reversed).toMatchObject({ status: 422, json: { code: 'invalid', errors: wrong } })
  expect((await ask(row, role, url('2026-05-02', '2026-05-02'))).status, 'one day is a span').not.toBe(422)
})

/** The first and the last that a calendar has, where the day begins first and where it begins last. */
test.each(rows.filter(([, row]) => daysOf(row).length > 0))('%s knows the first and the last days of the calendar', async (_name, row) => {
  const role = admitted[row.for][0] ?? 'visitor'
  for (const day of ['0000-01-01', '0001-01-01', '1000-01-01', '9999-12-31'])
    for (const zone of row.query?.properties['timeZone'] ? ['Pacific/Kiritimati', 'Etc/GMT%2B12'] : ['']) {
      const said = daysOf(row).map((name) => `&${name}=${day}`)
      const url = `${urlOf(row, () => foreignId)}?${said.join('').slice(1)}${zone && `&timeZone=${zone}`}${needed(row, daysOf(row))}`
      expect((await ask(row, role, url)).status, url).toBeLessThan(500)
    }
})

function daysOf(row: Endpoint): string[] {
  return Object.entries(row.query?.properties ?? {}).flatMap(([name, schema]) =>
    (schema as { format?: string }).format === 'date' ? [name] : [],
  )
}

/** What a query needs besides. */
const needed = (row: Endpoint, said: readonly string[] = []) =>
  (row.query?.required ?? []).map((name) => (['limit', 'offset', ...said].includes(name) ? '' : `&${name}=${foreignId}`)).join('')

test('no two rows share an address, and every refusal that a row names has a sentence', () => {
  const addresses = rows.flatMap(([, { method, alsoBy, path }]) =>
    [method, ...(alsoBy ? [alsoBy] : [])].map((by) => `${by} ${path.replace(/:\w+/g, ':')}`),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [, row] of rows) for (const code of refusalsOf(row)) expect(refusals).toHaveProperty(code)
})

test('an answer that its row does not say is found, whoever meets it on a journey', () => {
  expect(() => isDeclared('GET', '/api/settings/public', 'wallet_frozen')).toThrow('settings.public answers wallet_frozen')
  expect(() => isDeclared('GET', '/api/settings/public?x=1', 'too_many_requests')).not.toThrow()
})

test('a filter that is misspelt is told on every row, and not answered as if it had not been asked for', async () => {
  for (const [name, row] of rows) {
    if (row.raw) continue
    const role = admitted[row.for].at(row.for === 'anyone' ? 0 : -1) as Role
    const url = urlOf(
      row,
      (parameter) =>
        ({ month: '2026-01', provider: 'stripe', type: 'stripe', kind: 'feed', occasion: 'tip', token: 'x'.repeat(43), countryCode: 'TW' })[
          parameter
        ] ?? foreignId,
    )
    const { status, json } = await ask(row, role, `${url}?bodytipe=slim`, row.method === 'GET' ? undefined : {})
    expect([name, status, JSON.stringify(json['errors']).includes('bodytipe')]).toEqual([name, 422, true])
  }
})

test('paging may be left out, and the description says so', () => {
  const { paths } = openApi(contract, 'x') as {
    paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>>
  }
  const parameters = Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((operation) => operation.parameters))
  const paging = parameters.filter(({ name }) => name === 'limit' || name === 'offset')
  expect(paging.length).toBeGreaterThan(50)
  expect(paging.filter(({ required }) => required)).toEqual([])
  expect(parameters.filter(({ name, required }) => name === 'id' && !required)).toEqual([])
})

test('what the specification sends as an upload is answered as PUT and as POST (calls.md, conventions)', async () => {
  const both = rows.filter(([, { alsoBy }]) => alsoBy)
  expect(both.length).toBeGreaterThan(10)
  for (const [name, row] of both) {
    const url = urlOf(row, () => foreignId)
    for (const role of ['visitor', 'creator'] as const) {
      const [one, other] = [await ask(row, role, url, {}), await ask({ ...row, method: row.alsoBy ?? 'PUT' }, role, url, {})]
      // An address that nobody answers is not found, too, and has no sentence of ours.
      expect([name, other.status, other.json['code'], other.json['message']]).toEqual([
        name,
        one.status,
        one.json['code'],
        one.json['message'],
      ])
    }
  }
})

describe('who may', () => {
  test.each(rows)('%s answers only those it is for', async (name, row) => {
    for (const role of roles) {
      // The body is nonsense on purpose: whoever is not admitted must be told so before anyone reads it.
      const { status, json } = await ask(
        row,
        role,
        urlOf(row, () => foreignId),
        row.method === 'GET' ? undefined : { nonsense: true },
      )
      const may = admitted[row.for].includes(role)
      if (may) {
        expect([status, json['code']], `${name} as ${role}`).not.toEqual([401, 'sign_in_required'])
        expect(json['code'], `${name} as ${role}`).not.toBe('not_allowed')
        expect(status, `${name} as ${role}: ${JSON.stringify(json)}`).toBeLessThan(500)
      } else {
        expect([status, json['code']], `${name} as ${role}`).toEqual(role === 'visitor' ? [401, 'sign_in_required'] : [403, 'not_allowed'])
      }
    }
    if (name === 'accounts.logout') {
      await renew('fan')
      await renew('creator')
      tokens.staff = (await house.staff()).token
    }
  })
})

const hostile: readonly unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  -1,
  0,
  2 ** 53,
  -(2 ** 63),
  1e308,
  0.001,
  '',
  '   ',
  'x'.repeat(100_000),
  null,
  true,
  [],
  {},
  [[]],
  { __proto__: null, a: 1 },
  "'; drop table accounts.accounts; --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '9999-99-99',
  foreignId,
  // What another reading of the same form would take.
  `urn:uuid:${foreignId}`,
  foreignId.toUpperCase(),
  '2030-06-30T23:59:60Z',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2030-01-01T00:00:00+23:59',
  1e21,
  -0,
  2 ** 31,
  2 ** 63,
  '1e3',
  '0x7fffffff',
  'Infinity',
]

/** The outermost values that a format takes: whoever is admitted may send them anywhere. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  date: ['0001-01-01', '1583-10-15', '2024-02-29', '9999-12-31'],
  'date-time': [
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999999999Z',
    '2030-01-01T00:00:00+14:59',
    '2030-01-01T00:00:00-14:59',
    '9999-12-31T23:59:59.999Z',
  ],
  'time-zone': ['UTC', 'Asia/Taipei', 'America/Argentina/ComodRivadavia', 'Etc/GMT+12', 'est5edt'],
  email: ["!#$%&'*+/=?^_`{|}~-@example.com", `${'a'.repeat(241)}@example.com`],
  uri: ['https://example.com/%00', 'javascript:alert(1)', 'https://[::1]/', 'a:', `https://example.com/${'a'.repeat(1900)}`],
}

/** What to put into a field: everything hostile, and what stands at the ends of what its form allows. */
function tried(schema: TSchema & Record<string, unknown>): readonly unknown[] {
  const branches = (schema['anyOf'] as (TSchema & Record<string, unknown>)[] | undefined) ?? []
  const { format, minimum, maximum, maxLength } = schema
  return [
    ...hostile,
    ...(typeof format === 'string' ? (fitting[format] ?? []) : []),
    ...[minimum, maximum].filter((bound) => bound !== undefined),
    ...(typeof maxLength === 'number' && !format ? ['𠮷'.repeat(maxLength), '\u0001'.repeat(maxLength)] : []),
    ...(schema['items'] ? tried(schema['items'] as TSchema & Record<string, unknown>).map((each) => [each]) : []),
    ...branches.flatMap((branch) => tried(branch).slice(hostile.length)),
  ]
}

/** One plain value that the schema would take, as the ground on which one field at a time is spoilt. */
function plain(schema: TSchema & Record<string, unknown>): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (schema['format'] === 'uuid') return foreignId
  if (schema['format'] === 'time-zone') return 'UTC'
  if (schema['format'] === 'date') return '1990-01-01'
  if (schema['format'] === 'date-time') return '2030-01-01T00:00:00Z'
  if (schema['format'] === 'email') return 'someone@stagedoor.example'
  if (schema['format'] === 'uri') return 'https://stagedoor.example/a.png'
  if (schema['type'] === 'string') return 'abcdefghijklmnopqrstuvwxyz'.slice(0, Math.min(26, Number(schema['maxLength'] ?? 26)))
  if (schema['type'] === 'number' || schema['type'] === 'integer') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (schema['type'] === 'boolean') return true
  if (schema['type'] === 'array') return []
  return {}
}

const hasForm = (schema: TSchema) => JSON.stringify(schema).includes('"format"')

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.toWellFormed().slice(0, 5000)
}

describe('garbage', () => {
  test.each(rows)('%s answers garbage with a 4xx that has a code, never with a 5xx', async (name, row) => {
    const role = admitted[row.for].at(row.for === 'staff' || row.for === 'creator' ? 0 : 1) as Role
    const wrong: string[] = []
    const look = ({ status, json }: Awaited<ReturnType<typeof ask>>, what: string) => {
      if (status >= 500 && json['code'] !== 'maintenance') wrong.push(`${what}: ${status} ${JSON.stringify(json).slice(0, 200)}`)
      if (status >= 400 && typeof json['code'] !== 'string') wrong.push(`${what}: ${status} without a code`)
      if (status === 401) wrong.push(`${what}: 401 for somebody who is signed in`)
    }
    const url = urlOf(row, () => foreignId)
    // An address without a part to fill in is the same each time.
    for (const value of row.path.includes(':') ? [...hostile, ...(fitting['uuid'] ?? [])] : [''])
      look(
        await ask(
          row,
          role,
          urlOf(row, () => (typeof value === 'string' && value.isWellFormed() ? value.slice(0, 2000) : '%00')),
          row.method === 'GET' ? undefined : {},
        ),
        `path ${JSON.stringify(value)?.slice(0, 30)}`,
      )
    for (const [key, schema] of Object.entries(row.query?.properties ?? {})) {
      for (const value of tried(schema as TSchema & Record<string, unknown>))
        look(
          await ask(row, role, `${url}?${key}=${encodeURIComponent(textOf(value))}`),
          `query ${key}=${JSON.stringify(value)?.slice(0, 30)}`,
        )
    }
    if (row.method === 'GET') return expect(wrong).toEqual([])

    const properties = (row.body as { properties?: Record<string, TSchema & Record<string, unknown>> } | undefined)?.properties ?? {}
    const ground = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, plain(schema)]))
    const required = (row.body as { required?: string[] } | undefined)?.required ?? []
    const bare = Object.fromEntries([...required, 'text'].filter((key) => key in ground).map((key) => [key, ground[key]]))
    for (const [key, schema] of Object.entries(properties)) {
      for (const value of tried(schema)) {
        if (name === 'accounts.logout') continue
        look(await ask(row, role, url, { ...ground, [key]: value }), `${key}=${JSON.stringify(value)?.slice(0, 30)}`)
        // Of fields that exclude each other the whole ground is refused before anybody looks at one.
        if (hasForm(schema))
          look(await ask(row, role, url, { ...bare, [key]: value }), `alone, ${key}=${JSON.stringify(value)?.slice(0, 30)}`)
      }
    }
    for (const body of ['{', '[]', 'null', '"text"', '5', '{"a":', '\0', `{"a":"${'x'.repeat(600_000)}"}`]) {
      if (name !== 'accounts.logout') look(await ask(row, role, url, body), `body ${body.slice(0, 10)}`)
    }
    expect(wrong).toEqual([])
    if (
      role !== 'visitor' &&
      (await house.app.http.inject({ url: '/api/users/me', headers: { authorization: tokens[role] ?? '' } })).statusCode === 401
    ) {
      if (role === 'staff') tokens.staff = (await house.staff()).token
      else await renew(role as 'fan' | 'creator')
    }
  })
})
