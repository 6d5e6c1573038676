// One row of the contract: everything both sides need to know about a call. From it come the route, validation,
// serialisation, OpenAPI, the typed client and the route x role test matrix.
import Type, { type Static, type TObject, type TObjectOptions, type TOptional, type TProperties, type TSchema } from 'typebox'
import { inEachLocale, type Locale } from '#contract/locales.ts'
import type { RefusalCode } from '#contract/refusals.ts'

/** Who may call. Each is a superset of the next: a creator is a member, staff is a member too but no creator. */
export type Audience = 'anyone' | 'member' | 'creator' | 'staff'

/** How often one caller may ask; the figures are in server/platform/http/rate.ts. */
export type RateClass = 'read' | 'write' | 'money' | 'upload' | 'sign-in' | 'letter'

/** A file field of a multipart call. */
interface UploadRule {
  maxBytes: number
  required?: boolean
  /** Encrypted from its first byte, with a key that is not in the database (identity documents). */
  sealed?: true
}

interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Answers to this one, too: what the specification calls an upload comes as PUT or as POST (calls.md, conventions). */
  alsoBy?: 'PUT' | 'POST'
  /** Below /api. Parameters are written `:name`. */
  path: `/${string}`
  for: Audience
  summary: string
  params?: TObject<TProperties>
  query?: TObject<TProperties>
  body?: TSchema
  /** How much of a body is read, where a body that fits would not: 32 KB from anyone, 64 KB from members (server/platform/http/serve.ts). */
  maxBodyBytes?: number
  /** A multipart call: its files, by field; none when it is a form of fields alone. The other fields are the body, which may also come as JSON. */
  uploads?: Readonly<Record<string, UploadRule>>
  /** What stands under `data` in the answer. */
  reply: TSchema
  /** The refusals that this call adds to those of its audience, its validation and its rate. */
  refuses?: readonly RefusalCode[]
  rate?: RateClass
  /** It moves money, and still goes on while nobody can count calls for all processes together: each counts for itself then. */
  evenUncounted?: true
  /** Its captcha is passed over while nobody can check one; every other form with a `captchaToken` is refused then. */
  evenUnverified?: true
  /** The handler needs the body's exact bytes (a signed webhook). */
  raw?: true
  /** Anyone may keep the answer this long: it is the same for everybody. */
  cacheSeconds?: number
  /** Answers while maintenance mode is on. Sign-in needs it, so that staff can come in. */
  duringMaintenance?: true
  /**
   * Answers in a country that the site closed: to whomever the row is for, or to its members alone. What is one's own stays there: the account,
   * what was bought, and what was paid. A row that shows a work shows it there to those who bought it (catalogue/access). Staff are let in everywhere.
   */
  inClosedCountry?: true | 'members'
  /**
   * Answers with what performers show, or what people say to each other: where ages are checked by a provider it is closed to whoever was not checked,
   * though it is open in a closed country. What else is open there, is open to them, too (docs/adr/0029).
   */
  isExplicit?: true
}

/** What moves money is nobody's to do in another's name. */
interface MovesMoney {
  /**
   * The call moves money. It takes an Idempotency-Key, runs in one transaction that also stores its answer,
   * and a repeat gets the first answer (calls.md, decisions).
   */
  idempotent: true
  whileActing?: false
}

interface Others {
  idempotent?: never
  /**
   * Whether staff may call it while they act for somebody (calls.md section 11). Where it is not said, what only reads (GET) may be, and what
   * changes anything may not, `not_while_acting`: a new row that writes is closed to them until somebody opened it here,
   * and what takes something away stays so (journeys/acting.test.ts). What they do so is in the audit log.
   */
  whileActing?: boolean
}

export type Endpoint = Row & (MovesMoney | Others)

/** True where whoever acts for another may call it. */
export function isOpenWhileActing({ method, whileActing = method === 'GET' }: Pick<Endpoint, 'method' | 'whileActing'>): boolean {
  return whileActing
}

export type Endpoints = Record<string, Endpoint>

/** Keeps the literal types of a slice's table. */
export function endpoints<const T extends Endpoints>(table: T): T {
  return table
}

type Part<S> = S extends TSchema ? Static<S> : unknown
/** A body may also be sent with multipart files beside it, under their field names, by clients that upload. */
type Files<E extends Endpoint> = E['uploads'] extends Readonly<Record<string, UploadRule>> ? { [K in keyof E['uploads']]?: Blob } : unknown

/** Path, query and body of a call, merged: callers pass one flat object. */
export type Input<E extends Endpoint> = Part<E['params']> & Part<E['query']> & Part<E['body']>
/** Paging has defaults, so a client may leave it out. */
type Asked<S> = S extends { limit: number } ? Omit<S, 'limit' | 'offset'> & Partial<Pick<S, keyof S & ('limit' | 'offset')>> : S
/** What a client passes: the input and the files. */
export type Sent<E extends Endpoint> = Part<E['params']> & Asked<Part<E['query']>> & Part<E['body']> & Files<E>
export type Reply<E extends Endpoint> = Static<E['reply']>

/** Whether it is a form that a person has to have filled in, where the site asks (contract/site/captcha.ts). */
export function asksForCaptcha({ body }: Pick<Endpoint, 'body'>): boolean {
  return body !== undefined && 'properties' in body && Object.hasOwn(body.properties as object, 'captchaToken')
}

/** A body that refuses fields nobody reads, so that a typing mistake is told and not swallowed. */
export function Body<const P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** What somebody wrote in some of the languages of the site, by language. */
export function InLocales<const T extends TSchema>(text: T, options: TObjectOptions = {}): TObject<Record<Locale, TOptional<T>>> {
  return Type.Object(
    inEachLocale(() => Type.Optional(text) as TOptional<T>),
    options,
  )
}

/** How far a list that has no end of its own is counted. */
export const mostCounted = 10_000

/**
 * A list as it travels: `{data: […], total}` (calls.md, conventions). `total` is how many the whole list has for this caller, whichever page
 * is asked for and behind its end too. Lists over everybody's works are counted to 10,000; where there are or may be more, `totalIsCapped`
 * says so and `total` is how many there are at least. A search by words counts what it reads: the newest 10,000 that hold the rarest word.
 */
export function Page<const T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    totalIsCapped: Type.Optional(Type.Literal(true, { description: 'there are, or may be, more than `total`' })),
  })
}

export const Id = Type.String({ format: 'uuid', description: 'an id' })
export const ById = Type.Object({ id: Id })
export const Instant = Type.String({ format: 'date-time' })
export const Day = Type.String({ format: 'date' })
export const Flag = Type.Boolean()
/** Tokens as they travel: a decimal with at most 2 places. Stored as hundredths. */
export const Tokens = Type.Number({ description: 'tokens, at most 2 decimal places' })
/** A token amount that someone sends. */
export const TokensIn = Type.Number({
  minimum: 0.01,
  maximum: 10_000_000,
  multipleOf: 0.01,
  description: 'tokens, more than 0, at most 2 decimal places',
})
/** Money as it travels: a decimal of the site's currency with at most 2 places. */
export const Money = Type.Number({ description: "money of the site's currency, at most 2 decimal places" })
/** Of amounts that rest because the site counts in another currency by now; absent where they are the site's. */
export const PricesIn = Type.Optional(
  Type.String({
    description:
      'ISO 4217, where these amounts are in another currency than the site’s: nobody is asked for them until they are saved again',
  }),
)
export const MoneyIn = Type.Number({
  minimum: 0.01,
  maximum: 1_000_000,
  multipleOf: 0.01,
  description: 'money, more than 0, at most 2 decimal places; whole where the currency has no cents',
})

const paging = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
}
/** Paging alone. */
export const Paging = Type.Object(paging)
/** The list query of calls.md, conventions: paging with a slice's own filters. */
export function ListQuery<const P extends TProperties>(filters: P) {
  return Type.Object({ ...paging, ...filters })
}
/**
 * Whole days, both included, where `timeZone` is (an IANA name; UTC where it is not said). The last before the first is refused at the
 * field `toDate` of every row that takes both (server/platform/http).
 */
export const days = {
  fromDate: Type.Optional(Day),
  toDate: Type.Optional(Day),
  timeZone: Type.Optional(
    Type.String({ format: 'time-zone', maxLength: 64, description: 'whose days they are: an IANA name; UTC where it is not said' }),
  ),
}
export const direction = Type.Optional(Type.Enum(['asc', 'desc'], { description: 'desc where it is not said' }))
/** The same with dates, and with sorting by one of the named columns. */
export function SortedQuery<const P extends TProperties, const K extends string[]>(columns: readonly [...K], filters: P) {
  return Type.Object({ ...paging, sortBy: Type.Optional(Type.Enum(columns)), sort: direction, ...days, ...filters })
}
