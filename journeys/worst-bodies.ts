// The worst that somebody can send to a row within its bound: what a hostile client would try first, made from the contract.
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'

export interface Worst {
  what: string
  /** Beside the row's own address: a query, with its question mark. */
  query?: string
  contentType?: string
  payload?: string
}

/** No server of Node reads a longer line of a request. */
const longestQuery = 15_000

/** @param bytes how much this row reads of a body */
export function* worstOf(row: Endpoint, bytes: number): Generator<Worst> {
  yield* worstQueries(row)
  if (row.method === 'GET' || row.method === 'DELETE') return
  const most = (begin: string, piece: (n: number) => string, end: string) => filled(begin, piece, end, bytes)
  const json = (what: string, payload: string): Worst => ({ what, payload, contentType: 'application/json' })
  const schemas = propertiesOf(row.body)
  for (const [key, schema] of Object.entries(schemas)) {
    const name = JSON.stringify(key)
    yield json(
      `${key}: nothing but wrong entries`,
      most(`{${name}:[`, (n) => `${n ? ',' : ''}1`, ']}'),
    )
    yield json(
      `${key}: wrong entries of different kinds`,
      most(`{${name}:[`, (n) => `${n ? ',' : ''}{"a${n}":[]}`, ']}'),
    )
    yield json(`${key}: a deep nest`, nest(`{${name}:`, bytes))
    yield json(
      `${key}: unknown names within`,
      most(`{${name}:{`, (n) => `${n ? ',' : ''}"k${n}":[0]`, '}}'),
    )
    if (JSON.stringify(schema).includes('"string"'))
      for (const text of ['a', ' ', '-', 'a@', 'a.', 'http://a', '\\u0000', '\\ud800', '0', '1-', '/'])
        yield json(
          `${key}: ${text}, again and again`,
          most(`{${name}:"`, () => text, '!"}'),
        )
  }
  yield json(
    'a hundred thousand entries',
    most('[', (n) => `${n ? ',' : ''}0`, ']'),
  )
  yield json('a deep nest', nest('', bytes))
  yield json('a deep nest of objects', nestOfObjects(bytes))
  yield json(
    'many unknown names',
    most('{', (n) => `${n ? ',' : ''}"k${n}":0`, '}'),
  )
  yield json(
    'one endless name',
    most('{"', () => 'k', '":0}'),
  )
  yield json(
    'names that every object has',
    most('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":"', () => 'x', '"}'),
  )
  yield json(
    'one endless text',
    most('"', () => 'x', '"'),
  )
  yield json(
    'one endless number',
    most('', () => '1', ''),
  )
  if (row.uploads) yield* worstForms(bytes)
}

function* worstQueries(row: Endpoint): Generator<Worst> {
  const query = (what: string, text: string): Worst => ({ what: `query: ${what}`, query: `?${text}` })
  yield query(
    'many unknown names',
    filled('', (n) => `k${n}=1&`, '', longestQuery),
  )
  yield query(
    'one endless name',
    filled('', () => 'k', '=1', longestQuery),
  )
  for (const name of Object.keys(propertiesOf(row.query))) {
    yield query(
      `${name}, again and again`,
      filled('', () => `${name}=1&`, '', longestQuery),
    )
    yield query(
      `${name}: endless`,
      filled(`${name}=`, () => 'a', '', longestQuery),
    )
    yield query(
      `${name}: endless, of bytes`,
      filled(`${name}=`, () => '%e5', '', longestQuery),
    )
  }
}

function* worstForms(bytes: number): Generator<Worst> {
  const contentType = 'multipart/form-data; boundary=b'
  const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  yield { what: 'form: many fields', contentType, payload: filled('', (n) => part(`k${n}`, '1'), '--b--\r\n', Math.max(bytes, 500_000)) }
  yield { what: 'form: the same field', contentType, payload: filled('', () => part('k', '1'), '--b--\r\n', Math.max(bytes, 500_000)) }
  yield { what: 'form: an endless name', contentType, payload: `${part('k'.repeat(100_000), '1')}--b--\r\n` }
  yield { what: 'form: an endless value', contentType, payload: `${part('k', 'v'.repeat(1_000_000))}--b--\r\n` }
  yield {
    what: 'form: a name that every object has',
    contentType,
    payload: `${part('constructor', '1')}${part('__proto__', '1')}--b--\r\n`,
  }
}

/** As many pieces as fit between the two ends. */
function filled(begin: string, piece: (n: number) => string, end: string, bytes: number): string {
  const pieces: string[] = []
  let left = bytes - begin.length - end.length
  for (let n = 0; left > 0; n++) {
    const next = piece(n)
    left -= next.length
    if (left >= 0) pieces.push(next)
  }
  return begin + pieces.join('') + end
}

function nest(begin: string, bytes: number): string {
  const deep = Math.floor((bytes - begin.length - 1) / 2)
  return `${begin}${'['.repeat(deep)}${']'.repeat(deep)}${begin ? '}' : ''}`
}

function nestOfObjects(bytes: number): string {
  const deep = Math.floor(bytes / 6) - 1
  return `${'{"a":'.repeat(deep)}0${'}'.repeat(deep)}`
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return ((schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}) as Record<string, TSchema>
}
