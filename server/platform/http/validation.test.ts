import { expect, test } from 'vitest'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
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
