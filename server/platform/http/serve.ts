// From a contract row to a route. The order is the promise: admit the caller, then read and check what they sent,
// then let the slice answer, then send only what the row declares.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import Type from 'typebox'
import { asksForCaptcha, type Endpoint, type Endpoints, isOpenWhileActing } from '#contract/endpoint.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import type { Geo } from '#server/platform/geo/geo.ts'
import { countryOf } from '#server/platform/http/country.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { mostKeyCharacters, once, type Attempt } from '#server/platform/http/idempotency.ts'
import { formType } from '#server/platform/http/http.ts'
import { isNear } from '#server/platform/http/proxies.ts'
import { oncePerPage } from '#server/platform/http/page.ts'
import { limitOf, rates, type Limit, type Rate } from '#server/platform/http/rate.ts'
import { readMultipart } from '#server/platform/http/multipart.ts'
import { checker, refuseReversed, refuseUnstorable, type Check } from '#server/platform/http/validation.ts'
import { idOf, isStaff, visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { languageOf } from '#server/platform/words/words.ts'

/** What every call needs and platform cannot know by itself. */
export interface Surroundings {
  db: Database
  geo: Geo
  storage: Storage
  rateLimitFactor: number
  /** Cookies are Secure when the site is reached over HTTPS. */
  isSecure: boolean
  /** Origins besides the request's own host that may send the cookie (a web served from elsewhere). */
  allowedOrigins: readonly string[]
  /** Who this token belongs to; people/accounts answers. */
  identify(db: Database, token: string): Promise<Member | undefined>
  /** True while the site is closed for maintenance; site/settings answers. */
  inMaintenance(): Promise<boolean>
  /** True of a country that the site closed, and of an unknown one where it does not let those in; people/blocks answers. */
  isClosed(country: string | undefined): Promise<boolean>
  /** The same viewer, as the law of this country lets them see; people/age answers. */
  seenFrom(viewer: Viewer, country: string | undefined, shown: string | undefined): Promise<Viewer>
  /** How long a row without files may take. */
  patienceMs?: number
  /** Staff do something in somebody's name, noted before it is done; people/accounts keeps it. */
  acted(deed: { row: string; actorId: string; accountId: string; ip: string }): Promise<void>
  /** Refuses a form that nobody showed to be a person's, where the site asks for that; site/captcha answers. */
  refusePrograms(form: FormSent): Promise<void>
  /** Messages of the interface that the operator worded differently; site/translations answers. */
  overridesFor(locale: string): Promise<Readonly<Record<string, string>>>
}

/** A form with a field `captchaToken`. */
export interface FormSent {
  token: string | undefined
  /** Which one: `accounts_register` for the row accounts.register, as providers take names. */
  action: string
  /** The name under which this site was asked. */
  host: string
  /** It goes on where nobody can tell. */
  evenUnverified: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
    rawBody?: Buffer
  }
}

export function serve<T extends Endpoints>(
  app: FastifyInstance,
  around: Surroundings,
  slice: string,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const [name, row] of Object.entries(table)) {
    app.route(routeOf(app, around, `${slice}.${name}`, row, handlers[name as keyof T] as Handler))
  }
}

/** Where something answers neither yes nor no, as a database that stands still, its callers are not kept for ever. */
const patienceMs = 45_000

type Handler =
  | ((call: Call & { tx?: Tx }, input: unknown) => Promise<unknown>)
  | { withoutTx(call: Call & { attempt: Attempt | undefined }, input: unknown): Promise<unknown> }

function routeOf(app: FastifyInstance, around: Surroundings, name: string, row: Endpoint, handle: Handler): RouteOptions {
  const checks = {
    params: row.params && checker(row.params, 'text'),
    // A filter that nobody reads would be answered as if it had not been asked for. Webhooks bring what they like.
    query: row.raw
      ? row.query && checker(row.query, 'text')
      : checker(Type.Object(row.query?.properties ?? {}, { additionalProperties: false }), 'text'),
    json: row.body && checker(row.body, 'json'),
    text: row.body && row.uploads && checker(row.body, 'text'),
  }
  const limit = limitOf(app, name, rateOf(row), around.rateLimitFactor)
  return {
    method: row.alsoBy ? [row.method, row.alsoBy] : row.method,
    url: `/api${row.path}`,
    bodyLimit: bodyBytesOf(row),
    // A file takes as long as its sender's line does.
    ...(!row.uploads && { handlerTimeout: around.patienceMs ?? patienceMs }),
    schema: { response: { 200: Type.Object({ data: row.reply }) } },
    async onRequest(request) {
      await comeIn(around, request, row, limit)
      if (row.method === 'GET' || row.duringMaintenance || isStaff(request.viewer)) return
      if (await around.inMaintenance()) refuse('maintenance')
    },
    async handler(request, reply) {
      const { input, files } = await inputOf(around, row, checks, request)
      const call = callOf(around, request, reply, files)
      // What one person was told is nobody else's to find in a cache between us.
      void reply.header('cache-control', row.cacheSeconds ? `public, max-age=${row.cacheSeconds}` : 'private, no-store')
      if (row.cacheSeconds) void reply.header('vary', 'content-language')
      try {
        if (asksForCaptcha(row)) await around.refusePrograms(formOf(name, row, input, request))
        await noteActing(around, name, row, call)
        return { data: await answer(around.db, name, row, handle, call, input, request) }
      } finally {
        await Promise.all(Object.values(files).map((file) => file.remove()))
      }
    },
  }
}

/** What moves money is counted or not let in, whatever its rate, unless the row says otherwise. */
export function rateOf({ rate, method, idempotent, evenUncounted }: Endpoint): Rate {
  const { failsClosed, ...own } = rates[rate ?? (method === 'GET' ? 'read' : 'write')]
  return (failsClosed || idempotent) && !evenUncounted ? { ...own, failsClosed: true } : own
}

/** How much is read of a body. What anyone may send costs them nothing, so it is little; a file of a form has its rule's own bound. */
export function bodyBytesOf({ maxBodyBytes, raw, for: audience }: Endpoint): number {
  return maxBodyBytes ?? (raw ? 256 : audience === 'anyone' ? 32 : 64) * 1024
}

/**
 * Who asks, admitted: for a row, and by the same rules for what is no row because it answers no JSON. Sets `request.viewer`.
 * They are counted before they are sent away, so that guessing tokens is counted, too.
 */
export async function comeIn(
  around: Surroundings,
  request: FastifyRequest,
  row: Pick<Endpoint, 'for' | 'method' | 'inClosedCountry' | 'isExplicit' | 'whileActing'>,
  limit: Limit,
): Promise<void> {
  if (limit.by === 'address') await limit.count(request)
  const country = countryOf(around.geo, request)
  request.viewer = await around.seenFrom(await whoAsks(around, request), country, request.cookies[ageCookie])
  if (limit.by === 'caller') await limit.count(request)
  admit(request.viewer, row.for)
  // The one place: no slice asks again whether somebody acts for another.
  if (request.viewer.kind === 'member' && request.viewer.actorId !== undefined && !isOpenWhileActing(row)) refuse('not_while_acting')
  const isOpen = staysOpenTo(request.viewer, row.inClosedCountry)
  if (!isOpen && (await around.isClosed(country))) refuse('country_closed')
  if (request.viewer.mustAssure && (!isOpen || row.isExplicit)) refuse('age_not_assured')
}

/** What a provider found of a visitor's age, signed by this site (people/age). */
export const ageCookie = 'age_assured'

async function noteActing(around: Surroundings, name: string, { method, rate }: Endpoint, { viewer, ip }: Call): Promise<void> {
  if (viewer.kind !== 'member' || viewer.actorId === undefined || method === 'GET' || rate === 'read') return
  await around.acted({ row: name, actorId: viewer.actorId, accountId: viewer.accountId, ip })
}

/** In a closed country. An impersonated session is its staff member's. */
function staysOpenTo(viewer: Viewer, open: Endpoint['inClosedCountry']): boolean {
  if (open === true) return true
  return viewer.kind === 'member' && (open === 'members' || isStaff(viewer) || viewer.actorId !== undefined)
}

async function answer(db: Database, name: string, row: Endpoint, handle: Handler, call: Call, input: unknown, request: FastifyRequest) {
  const attempt = row.idempotent ? attemptOf(name, call, input, request) : undefined
  if (typeof handle !== 'function') return handle.withoutTx(Object.assign(call, { attempt }), input)
  if (!row.idempotent) return handle(call, input)
  return once(db, attempt, (tx) => handle(Object.assign(call, { tx }), input))
}

function attemptOf(name: string, call: Call, input: unknown, request: FastifyRequest): Attempt | undefined {
  const key = request.headers['idempotency-key']
  const accountId = idOf(call.viewer)
  if (typeof key !== 'string' || key === '' || !accountId) return undefined
  refuseUnstorable(key, 'Idempotency-Key')
  if (key.length > mostKeyCharacters)
    throw new Refusal('invalid', {}, [{ field: 'Idempotency-Key', code: 'too_long', limit: mostKeyCharacters }])
  return { accountId, key, call: name, input }
}

async function whoAsks(around: Surroundings, request: FastifyRequest): Promise<Viewer> {
  const { authorization } = request.headers
  const cookie = request.cookies['token']
  // A header is sent on purpose by the client itself; a cookie also rides along with another site's form.
  const rides = cookie ?? request.cookies['originalToken']
  if (!authorization && rides && !['GET', 'HEAD'].includes(request.method)) refuseForeignOrigin(around, request)
  const token = authorization?.replace(/^Bearer /i, '') || cookie
  if (!token || token.length > 500) return visitor
  return (await oncePerPage(token, () => around.identify(around.db, token))) ?? visitor
}

function refuseForeignOrigin({ allowedOrigins }: Surroundings, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (!origin || !host) return refuse('wrong_origin')
  if (allowedOrigins.includes(origin)) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) refuse('wrong_origin')
}

function admit(viewer: Viewer, audience: Endpoint['for']): void {
  if (audience === 'anyone') return
  if (viewer.kind === 'visitor') return refuse('sign_in_required')
  if (audience === 'creator' && viewer.role !== 'performer') refuse('not_allowed')
  if (audience === 'staff' && viewer.role !== 'staff') refuse(viewer.mustProve ? 'two_factor_needed' : 'not_allowed')
}

interface Checks {
  params: Check | undefined
  query: Check | undefined
  json: Check | undefined
  text: Check | undefined
}

async function inputOf(around: Surroundings, row: Endpoint, checks: Checks, request: FastifyRequest) {
  // Another site's page can send a form without asking; our own clients never do.
  if (!row.raw && request.headers['content-type']?.startsWith(formType)) refuse('unsupported_media_type')
  const isMultipart = row.uploads !== undefined && request.isMultipart()
  const params = { ...(request.params as object) }
  const query = { ...(request.query as object) }
  checks.params?.(params)
  checks.query?.(query)
  if (row.query) refuseReversed(query)
  if (isMultipart) {
    const received = await readMultipart(around.storage, row, request)
    try {
      checks.text?.(received.fields)
    } catch (error) {
      await Promise.all(Object.values(received.files).map((file) => file.remove()))
      throw error
    }
    return { input: { ...received.fields, ...query, ...params }, files: received.files }
  }
  // A call whose fields are all optional may come without a body.
  const body = request.body === undefined && row.body && !row.raw ? {} : request.body
  checks.json?.(body)
  return { input: { ...(row.body && !row.raw ? (body as object) : {}), ...query, ...params }, files: {} }
}

function formOf(name: string, row: Endpoint, input: object, request: FastifyRequest): FormSent {
  const { captchaToken: token } = input as { captchaToken?: string }
  return { token, action: name.replace('.', '_'), host: request.hostname, evenUnverified: row.evenUnverified ?? false }
}

function callOf(around: Surroundings, request: FastifyRequest, reply: FastifyReply, files: Call['files']): Call {
  return {
    viewer: request.viewer,
    db: around.db,
    language: languageOf(request.headers['content-language']),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
    host: request.hostname,
    country: () => countryOf(around.geo, request),
    countryOf: (ip) => (isNear(ip) ? undefined : around.geo.countryOf(ip)),
    files,
    get rawBody() {
      return request.rawBody ?? Buffer.alloc(0)
    },
    header: (name) => request.headers[name.toLowerCase()]?.toString(),
    cookies: {
      get: (name) => request.cookies[name],
      set: (name, value, { maxAgeSeconds }) =>
        void reply.setCookie(name, value, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: around.isSecure,
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
        }),
      clear: (name) => void reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: around.isSecure }),
    },
  }
}
