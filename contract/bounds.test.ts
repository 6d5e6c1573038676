// Every number that somebody sends has bounds that the database can hold: one that it cannot would be an error of ours.
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

type Node = TSchema & {
  type?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  additionalProperties?: TSchema | boolean
  patternProperties?: Record<string, TSchema>
}

/** Where numbers without both bounds stand. */
function unbounded(schema: TSchema | undefined, place: string): string[] {
  if (!schema || typeof schema !== 'object') return []
  const { type, minimum, maximum, properties = {}, items, anyOf = [], additionalProperties, patternProperties = {} } = schema as Node
  const isOpen =
    (type === 'integer' || type === 'number') && (minimum === undefined || maximum === undefined || maximum > Number.MAX_SAFE_INTEGER)
  return [
    ...(isOpen ? [place] : []),
    ...[...Object.entries(properties), ...Object.entries(patternProperties)].flatMap(([name, inner]) =>
      unbounded(inner, `${place}.${name}`),
    ),
    ...unbounded(items, `${place}[]`),
    ...anyOf.flatMap((each) => unbounded(each, place)),
    ...(typeof additionalProperties === 'object' ? unbounded(additionalProperties, `${place}.*`) : []),
  ]
}

/** What a gateway sends is read by its own driver; sums that staff confirm are compared, and kept nowhere. */
const unkept = /^payments\.callhook|^admin\.saveSettings\.confirmed/

test('every number that is sent has a least and a most', () => {
  const found = Object.entries<Endpoints>(contract).flatMap(([slice, rows]) =>
    Object.entries<Endpoint>(rows).flatMap(([name, { params, query, body }]) =>
      [params, query, body].flatMap((part) => unbounded(part, `${slice}.${name}`)),
    ),
  )
  expect(found.filter((place) => !unkept.test(place))).toEqual([])
})

test('one without is found, wherever it stands', () => {
  const open = {
    type: 'object',
    properties: { list: { type: 'array', items: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] } } },
  }
  expect(unbounded(open as TSchema, 'row')).toEqual(['row.list[]'])
})
