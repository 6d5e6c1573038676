// What one request may cost: every row of the contract gets the largest body that it reads, of the worst shapes.
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, openHouse } from '#journeys/house.ts'
import { worstOf } from '#journeys/worst-bodies.ts'
import { bodyBytesOf } from '#server/platform/http/serve.ts'

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]) => [`${slice}.${name}`, row] as const),
)
const foreignId = '0198f9a0-1111-7000-8000-000000000001'
/** A form with every field wrong, twice over. */
const largestRefusal = 32 * 1024

let house: House
let tokens: Record<Endpoint['for'], string>
beforeAll(async () => {
  house = await openHouse()
  const [member, creator, staff] = [await house.fan(), await house.creator(), await house.staff()]
  tokens = { anyone: '', member: member.token, creator: creator.token, staff: staff.token }
})
afterAll(() => house.close())

describe('the worst shapes', () => {
  test.each(rows)('%s says little to whoever sends the most that it reads', async (_name, row) => {
    const token = tokens[row.for]
    const wrong: string[] = []
    for (const { what, query = '', contentType, payload } of worstOf(row, bodyBytesOf(row))) {
      const answer = await house.app.http.inject({
        method: row.method,
        url: `/api${row.path.replace(/:\w+/g, foreignId)}${query}`,
        headers: { ...(token && { authorization: token }), ...(contentType && { 'content-type': contentType }) },
        ...(payload !== undefined && { payload }),
      })
      if (answer.statusCode >= 500) wrong.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
      if (answer.statusCode >= 400 && answer.rawPayload.length > largestRefusal)
        wrong.push(`${what}: ${answer.rawPayload.length} bytes of refusal`)
    }
    expect(wrong).toEqual([])
  })
})

test('an anonymous visitor sends 32 KB of JSON at most, a member 64, and a row that takes more says so', async () => {
  for (const [name, row] of rows) {
    if (row.raw || row.maxBodyBytes) continue
    expect(bodyBytesOf(row), name).toBe(row.for === 'anyone' ? 32 * 1024 : 64 * 1024)
  }
  const more = rows.filter(([, row]) => row.maxBodyBytes).map(([name]) => name)
  expect(more).toEqual([
    'contact.send',
    'pages.create',
    'pages.update',
    'pages.preview',
    'galleries.update',
    'reports.send',
    'admin.saveSettings',
  ])
})

test('what a row allows has an end, and fits into what it reads', () => {
  for (const [name, row] of rows) {
    if (row.raw || !row.body || name === 'admin.saveSettings') continue
    expect(mostBytes(row.body as Schema, `${name}.body`), name).toBeLessThanOrEqual(bodyBytesOf(row))
  }
  // Node's own bound on a request's first line ends both; they must have bounds of their own nevertheless.
  for (const [name, row] of rows) {
    if (row.query && !row.raw) mostBytes(row.query as TSchema as Schema, `${name}.query`)
    if (row.params) mostBytes(row.params as TSchema as Schema, `${name}.params`)
  }
})

type Schema = TSchema & Record<string, unknown>

/** The bytes of the longest JSON that fits, where a client writes every character as \uXXXX. */
function mostBytes(schema: Schema, where: string): number {
  if (Array.isArray(schema['enum'])) return Math.max(...schema['enum'].map((each) => JSON.stringify(each).length))
  if (Array.isArray(schema['anyOf'])) return Math.max(...(schema['anyOf'] as Schema[]).map((each) => mostBytes(each, where)))
  switch (schema['type']) {
    case 'null':
    case 'boolean':
      return 5
    case 'integer':
    case 'number':
      if (schema['minimum'] === undefined || schema['maximum'] === undefined) throw new Error(`${where}: a number without bounds`)
      return 30
    case 'string':
      // These have their own end.
      if (['uuid', 'date', 'date-time'].includes(String(schema['format']))) return 40
      if (/^\^[^*+]*\$$/.test(String(schema['pattern']))) return 250
      if (schema['maxLength'] === undefined) throw new Error(`${where}: a text without an end`)
      return 2 + Number(schema['maxLength']) * (schema['pattern'] || schema['format'] ? 1 : 6)
    case 'array':
      if (schema['maxItems'] === undefined) throw new Error(`${where}: a list without an end`)
      return 2 + Number(schema['maxItems']) * (1 + mostBytes(schema['items'] as Schema, `${where}[]`))
    case 'object':
      if (schema['patternProperties'] || !schema['properties']) throw new Error(`${where}: any names at all`)
      if (/^[^,]*\.body/.test(where) && schema['additionalProperties'] !== false) throw new Error(`${where}: names that nobody reads`)
      return Object.entries(schema['properties'] as Record<string, Schema>).reduce(
        (sum, [key, each]) => sum + key.length + 4 + mostBytes(each, `${where}.${key}`),
        2,
      )
    default:
      throw new Error(`${where}: anything at all`)
  }
}
