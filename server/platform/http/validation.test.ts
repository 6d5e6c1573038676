import Type from 'typebox'
import { expect, test } from 'vitest'
import { Body, Day, type Endpoint, type Endpoints, Id, Instant } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { checker } from '#server/platform/http/validation.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

const rows: [string, Endpoint][] = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]): [string, Endpoint] => [`${slice}.${name}`, row]),
)

test('what every row says of its input can be checked: a value fits or is refused, and nothing else happens', () => {
  expect(rows.length).toBeGreaterThan(200)
  for (const [name, { params, query, body, uploads }] of rows) {
    const checks = [
      ...(params ? [checker(params, 'text')] : []),
      ...(query ? [checker(query, 'text')] : []),
      ...(body ? [checker(body, 'json')] : []),
      ...(body && uploads ? [checker(body, 'text')] : []),
    ]
    for (const check of checks) {
      try {
        check({ aFieldOfNoRow: 1 })
      } catch (error) {
        expect(error, name).toBeInstanceOf(Refusal)
      }
    }
  }
})

test('what has the wrong form is told what it should have been: a day is no address, and an address no day', () => {
  const body = Body({
    day: Day,
    at: Instant,
    address: Type.String({ format: 'uri' }),
    email: Type.String({ format: 'email' }),
    id: Id,
    zone: Type.String({ format: 'time-zone' }),
  })
  const sent = Object.fromEntries(Object.keys(body.properties).map((field) => [field, 'none of it']))
  expect(() => checker(body, 'json')(sent)).toThrow(
    expect.objectContaining({
      fields: expect.arrayContaining([
        { field: 'day', code: 'not_a_date' },
        { field: 'at', code: 'not_a_date' },
        { field: 'address', code: 'wrong_form' },
        { field: 'email', code: 'not_an_email' },
        { field: 'id', code: 'not_an_id' },
        { field: 'zone', code: 'not_an_option' },
      ]) as unknown,
    }),
  )
})
