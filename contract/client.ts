// The typed client: `api.earnings.tip({...})`. The same in the browser (fetch), in server rendering (straight into the app)
// and in the journeys. It knows rows only, so a call that the contract lacks does not compile.
import type { Endpoint, Endpoints, Reply, Sent } from '#contract/endpoint.ts'
import { contract, later } from '#contract/index.ts'

export interface Request {
  method: string
  /** Path and query, with /api before it. */
  url: string
  headers: Record<string, string>
  body?: string | FormData
}

interface Answer {
  status: number
  json: unknown
}

export type Send = (request: Request, options: CallOptions) => Promise<Answer>

export interface CallOptions {
  /** Makes a repeat of this call harmless. Rows that move money get a fresh one when none is given. */
  idempotencyKey?: string
  /** From 0 to 1, where the sender can tell (uploads in a browser). */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
  /** Not out of the browser's cache, where the row lets answers be kept. */
  isFresh?: true
}

/**
 * The server said no. `code` is one of contract/refusals.ts; `message` is a sentence in the
 * reader's language, or empty where whoever answered (a proxy, say) had none. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  readonly errors: readonly { field: string; code: string; message: string }[]
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown) {
    const { code, message, errors, ...details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = typeof code === 'string' ? code : 'unknown'
    this.errors = Array.isArray(errors) ? (errors as Refused['errors']) : []
    this.details = details
  }
}

type Call<E extends Endpoint> = (input: Sent<E>, options?: CallOptions) => Promise<Reply<E>>
type Slice<T extends Endpoints> = { [K in keyof T]: Call<T[K]> }
export type Api = { [S in keyof typeof contract]: Slice<(typeof contract)[S]> }

/** A row by its name: `wallet.lines`. What a screen shows is kept and asked for again under it. */
export type RowName = { [S in keyof Api]: `${S}.${keyof Api[S] & string}` }[keyof Api]
type CallNamed<Name extends RowName> = Name extends `${infer S extends keyof Api}.${infer R}`
  ? R extends keyof Api[S]
    ? Api[S][R] extends Call<infer E>
      ? E
      : never
    : never
  : never
export type SentTo<Name extends RowName> = Sent<CallNamed<Name>>
export type ReplyTo<Name extends RowName> = Reply<CallNamed<Name>>

/** Calls a row by its name. */
export function callNamed<Name extends RowName>(api: Api, name: Name, input: SentTo<Name>): Promise<ReplyTo<Name>> {
  const [slice, row] = name.split('.') as [keyof Api, never]
  return (api[slice][row] as (input: SentTo<Name>) => Promise<ReplyTo<Name>>)(input)
}

/** A slice is made when it is first called: each page on the server has a client of its own, and calls few of them. */
export function createApi(send: Send): Api {
  const rows = contract as Record<string, Endpoints>
  const made: Record<string | symbol, object> = {}
  const makes = (slice: string) =>
    Object.hasOwn(rows, slice) ? callsOf(send, rows[slice]!) : toCome?.names.includes(slice) ? laterSlice(send, slice) : undefined
  return new Proxy(made, {
    get(_, slice) {
      if (typeof slice !== 'string' || slice in made) return made[slice]
      const fresh = makes(slice)
      if (fresh) made[slice] = fresh
      return fresh
    },
  }) as unknown as Api
}

function callsOf(send: Send, table: Endpoints): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, (input: object, options?: CallOptions) => call(send, row, input, options ?? {})]),
  )
}

const toCome = later as { names: readonly string[]; load: () => Promise<Readonly<Record<string, Endpoints>>> } | undefined

/** A slice whose rows are not here yet: the first call brings them. */
function laterSlice(send: Send, name: string): object {
  return new Proxy(
    {},
    {
      get: (_, row: string) => async (input: object, options?: CallOptions) => {
        const found = (await toCome?.load())?.[name]?.[row]
        if (!found) throw new Error(`the contract has no ${name}.${row}`)
        return call(send, found, input, options ?? {})
      },
    },
  )
}

async function call(send: Send, row: Endpoint, input: object, options: CallOptions): Promise<unknown> {
  const answer = await send(requestOf(row, input, options), options)
  if (answer.status < 200 || answer.status >= 300) throw new Refused(answer.status, answer.json)
  return (answer.json as { data: unknown }).data
}

/** One flat input, taken apart again by where the row says each field travels. */
function requestOf(row: Endpoint, input: object, options: CallOptions = {}): Request {
  const rest: Record<string, unknown> = { ...input }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const query = new URLSearchParams()
  for (const name of Object.keys(row.query?.properties ?? {})) {
    const value = rest[name] as string | number | boolean | undefined
    if (value !== undefined) query.set(name, String(value))
    delete rest[name]
  }
  const headers: Record<string, string> = {}
  if (row.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  const url = `/api${path}${query.size > 0 ? `?${query}` : ''}`
  if (row.uploads && hasFiles(row, rest)) return { method: row.method, url, headers, body: formOf(rest) }
  if (!row.body) return { method: row.method, url, headers }
  return { method: row.method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(rest) }
}

/** A form says nothing of empty lists and of null, so what comes without a file travels as JSON. */
function hasFiles({ uploads = {}, body }: Endpoint, fields: Record<string, unknown>): boolean {
  return !body || Object.values(uploads).some(({ required }) => required) || Object.values(fields).some((value) => value instanceof Blob)
}

/** Files last, so that a server that streams has read the fields when the first byte of a file comes. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  const files = Object.entries(fields).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob)
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob || value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, String(each))
  }
  for (const [name, file] of files) form.append(name, file, file instanceof File ? file.name : name)
  return form
}
