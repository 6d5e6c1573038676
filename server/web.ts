// Pages: React rendered in this process, with the typed client going straight into the app. In production from dist/, in
// development through Vite. Every page carries a policy that lets in its own scripts, by their digests.
import { type Locale, locales } from '#contract/locales.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { type Api, createApi, Refused, type Send } from '#contract/client.ts'
import { kept } from '#contract/kept.ts'
import { isForReader } from '#contract/site/login-widget.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import type { Promo } from '#contract/windows/promos.ts'
import { serveListing } from '#server/listed-pages.ts'
import { serveQrCodes } from '#server/qr-codes.ts'
import { installTags, serveWorker } from '#server/service-worker.ts'
import type { Config } from '#server/platform/config/config.ts'
import { DatabaseAway, ping } from '#server/platform/db/db.ts'
import { compressed, encodingOf } from '#server/platform/http/compression.ts'
import { countryOf } from '#server/platform/http/country.ts'
import { answerError, retryAfterSeconds } from '#server/platform/http/errors.ts'
import { ageCookie, type Surroundings } from '#server/platform/http/serve.ts'
import { visitor } from '#server/platform/http/viewer.ts'
import { withinPage } from '#server/platform/http/page.ts'
import { isPassedOn, unknownProxy } from '#server/platform/http/proxies.ts'
import { type Limit, limitOf, rates } from '#server/platform/http/rate.ts'
import { isAssured } from '#server/people/age/age.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { generationOf } from '#server/platform/page-cache/changes.ts'
import { type Kept, createPageCache, type PageCache, once, type Page } from '#server/platform/page-cache/page-cache.ts'
import { byDigest } from '#server/platform/page-cache/own-scripts.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { usualZoneOf } from '#server/platform/words/words.ts'
import * as pages from '#server/site/pages/pages.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as translations from '#server/site/translations/translations.ts'
import * as promos from '#server/windows/promos/promos.ts'
import * as sitemap from '#server/windows/sitemap/sitemap.ts'
import { isCaptchaAt, isStripeAt, policy } from '#server/page-policy.ts'
import { type Shared, sharedBy, zoneNamed } from '#server/shared-pages.ts'

/** The built entry (dist/server); its sources are the web's own and are not imported from here. */
interface Entry {
  render(
    url: string,
    options: object,
  ): Promise<{ response?: Response; status: number; html: string; sources: readonly string[]; isForAll: boolean }>
}

export interface Web {
  entry(): Promise<Entry>
  /** Tags for the page's head: styles, scripts and preloads for these source files. */
  head(sources: readonly string[], locale: string, nonce: string): string
  /** The same as the header `link` says it, which a proxy may send on before the page. */
  links?(sources: readonly string[], locale: string): string
}

const root = join(import.meta.dirname, '..')
/** Of pages that stand alone: their own style, and nothing of ours. */
const bare = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export async function serveWeb(http: FastifyInstance, around: Surroundings, config: Config): Promise<void> {
  const web = config.environment === 'development' ? await developed(http) : await built(http)
  http.get('/error.html', async (_request, reply) => {
    const isThere = ping(around.db).then(
      () => true,
      () => false,
    )
    return send(reply, apology(!(await isThere)))
  })
  for (const file of ['favicon.ico', 'favicon.svg', 'card.jpg']) {
    http.get(`/${file}`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(typesOf[file.split('.').at(-1) ?? ''] ?? 'text/plain')
        .send(createReadStream(join(root, 'web/public', file))),
    )
  }

  // What a creator checks a statement with, so that they need not believe the site (docs/adr/0006).
  http.get('/ledger/check-statement.mjs', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(join(root, 'web/public/ledger/check-statement.mjs'))),
  )

  serveWorker(http, around.db)
  servePages(http, around, config, web)
}

const typesOf: Readonly<Record<string, string>> = { svg: 'image/svg+xml', ico: 'image/x-icon', jpg: 'image/jpeg' }

const errorPage = readFileSync(join(root, 'web/public/error.html'), 'utf8')

/** A page that needs nothing of us: in the place of any other while the database is away. */
function apology(isAway: boolean): Page {
  return {
    status: isAway ? 503 : 500,
    headers: {
      ...(isAway && { 'retry-after': String(retryAfterSeconds.unavailable) }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': bare,
    },
    html: errorPage,
    mayBeKept: false,
  }
}

function send(reply: FastifyReply, { status, headers, html }: Page, encoded?: Buffer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(encoded ?? html)
}

/** Every address that is nothing else. One from whom too many came is told in words, and a page is counted once, whatever it asks for. @returns what is kept of them */
export function servePages(http: FastifyInstance, around: Surroundings, config: Config, web: Web): PageCache {
  const limit = limitOf(http, 'page', rates.page, around.rateLimitFactor)
  const cache = createPageCache()
  const busyPage = readFileSync(join(root, 'web/public/busy.html'), 'utf8')
  const busy = (reply: FastifyReply, seconds: number) =>
    reply
      .code(429)
      .type('text/html; charset=utf-8')
      .header('retry-after', seconds)
      .header('cache-control', 'no-store')
      .header('content-security-policy', bare)
      .send(busyPage.replaceAll('{{seconds}}', String(seconds)))
  sentTooEarly(http, limit)
  serveListing(http, around)
  serveQrCodes(http, around)
  http.get('/*', {
    async handler(request, reply) {
      if (request.url.startsWith('/api/') || request.url.startsWith('/media/') || request.url.startsWith('/assets/'))
        return reply.callNotFound()
      await limit.count(request)
      const found = await withinPage(() => pageFor({ http, around, config, web, request }, cache))
      const { page } = found
      if (!page.mayBeKept) return send(reply, page)
      const encoding = encodingOf(request.headers['accept-encoding'])
      // As bytes: a string would be turned into them for each reader.
      if (!encoding) return send(reply, page, await found.encoded('identity', (html) => Buffer.from(html)))
      const body = await found.encoded(encoding, (html) => compressed(Buffer.from(html), encoding))
      return send(reply, { ...page, headers: { ...page.headers, 'content-encoding': encoding, vary: 'cookie, accept-encoding' } }, body)
    },
    errorHandler(error, request, reply) {
      if (error instanceof Refusal && error.code === 'too_many_requests') void busy(reply, Number(error.details['seconds']))
      else answerError(error, request, reply)
    },
  })
  return cache
}

/** A form that was sent before its page was alive: the page again, and nothing of what was typed in its address. */
function sentTooEarly(http: FastifyInstance, limit: Limit): void {
  http.post('/*', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    if (/^\/(?:api|media|assets)\//.test(request.url)) return reply.callNotFound()
    await limit.count(request)
    const { pathname, search } = URL.parse(`http://localhost${request.url}`) ?? refuse('not_found')
    return reply.redirect(pathname.replace(/^\/{2,}/, '/') + search, 303)
  })
}

/** The page that this request asks for: one that is kept, where it is a visitor's and nothing has changed since it was made. */
async function pageFor(drawing: Drawing, cache: PageCache): Promise<Kept> {
  const { around, request } = drawing
  const shared = sharedBy(request, countryOf(around.geo, request))
  if (!shared) return once(await drawPage(drawing))
  let name: string
  try {
    const generation = await generationOf(around.db)
    // Whoever changed it may have been another process.
    if (cache.isNews(generation)) {
      settings.forget()
      translations.forget()
      pages.forget()
      promos.forget()
    }
    name = `${generation} ${await mustAssure(around, request)} ${shared.name}`
  } catch (error) {
    // What else is broken is said where the page is drawn.
    return once(error instanceof DatabaseAway ? apology(true) : await drawPage(drawing))
  }
  return cache.find(name) ?? cache.make(name, () => drawPage({ ...drawing, shared }))
}

/** Whether a visitor from there sees nothing before a provider has checked their age. */
async function mustAssure(around: Surroundings, request: FastifyRequest): Promise<boolean> {
  return (await around.seenFrom(visitor, countryOf(around.geo, request), request.cookies[ageCookie])).mustAssure === true
}

interface Drawing {
  http: FastifyInstance
  around: Surroundings
  config: Config
  web: Web
  request: FastifyRequest
  /** For others, too. */
  shared?: Shared
}

async function drawPage({ http, around, config, web, request, shared }: Drawing): Promise<Page> {
  // Against a base, //evil.example would be another house, and // none at all.
  const path = URL.parse(`http://localhost${shared?.url ?? request.url}`) ?? refuse('not_found')
  // A page that is shared knows nothing of what it does not read; whoever is sent on takes it along. The way itself is of this site either way.
  const asked = URL.parse(`http://localhost${request.url}`) ?? path
  const prefix = /^\/([a-z]{2}-[A-Z]{2})(?=\/|$)/.exec(path.pathname)?.[1]
  const nonce = randomBytes(16).toString('base64')
  let isAway = false
  const heard = (status: number) => (isAway ||= status === 503)
  const asks = { http, request, isShared: shared !== undefined, heard }
  let site
  let boot
  let api
  try {
    site = await openSettings(around, asks)
    const locale = localeOf(request, prefix, path, site)
    api = apiFor(asks, locale)
    boot = await bootFor(api, around, config, request, {
      settings: site,
      locale,
      captchaIsLetIn: isCaptchaAt(path.pathname, prefix, site),
    })
  } catch (error) {
    if (isAway || error instanceof DatabaseAway) return apology(true)
    // specification.md section 8: logged, and a page that needs nothing of us.
    request.log.error({ err: error }, 'the settings could not be loaded')
    return redirection('/error.html')
  }
  const { locale } = boot
  // The cached language wins over an address without one: the route switches to it (specification.md section 4).
  if (!prefix && locale !== site.defaultLocale)
    return redirection(`/${locale}${path.pathname === '/' ? '' : path.pathname}${withoutLocale(asked)}`)
  // A language of ours that this site does not offer: the same page in the one it does.
  if (prefix && prefix !== locale && locales.some((each) => each === prefix)) {
    const rest = path.pathname.slice(prefix.length + 1)
    const place = locale === site.defaultLocale ? rest || '/' : `/${locale}${rest}`
    return redirection(place.replace(/^\/{2,}/, '/') + withoutLocale(asked))
  }

  const entry = await web.entry()
  const country = countryOf(around.geo, request)
  const rendered = await entry.render(path.href, {
    boot,
    api,
    nonce,
    basename: prefix ? `/${prefix}` : '',
    origin: siteUrl(),
    mayBeListed: await sitemap.mayBeListed(around.db, country),
    listsWork: (id: string) => sitemap.listsWork(around.db, country, id),
    head: (sources: readonly string[]) =>
      web.head(sources, locale, nonce) + faviconOf(boot.settings) + installTags(boot.settings, locale, boot.theme),
    onError: (error: unknown) => request.log.error({ err: error }, 'a page failed to render'),
  })
  if (isAway && rendered.status >= 500) return apology(true)
  const headers = { 'cache-control': 'private, no-store', vary: 'cookie' }
  if (rendered.response) {
    const { status, headers: own } = rendered.response
    return { status, headers: { ...headers, ...Object.fromEntries(own) }, html: '', mayBeKept: false }
  }
  // Vite puts scripts and styles into a page that stands, and they carry the nonce.
  const { html, sources } =
    config.environment === 'development'
      ? { html: rendered.html, sources: { script: `'nonce-${nonce}'`, style: `'nonce-${nonce}'` } }
      : ownSources(rendered.html, nonce)
  const links = web.links?.(rendered.sources, locale)
  // Closed for a while is no page that a crawler should remember.
  const isShut = site.maintenanceMode && !boot.me?.roles.includes('staff') && !path.pathname.includes('/auth/')
  const status = isShut ? 503 : rendered.status
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(sources, config, boot, {
        isStripe: isStripeAt(path.pathname, prefix, site),
        isCaptcha: boot.captchaIsLetIn,
        isWidget: isForReader(boot.me),
      }),
      ...(links && { link: links }),
      ...(isShut && { 'retry-after': String(retryAfterSeconds.unavailable) }),
    },
    html,
    // Whoever is signed in has a page of their own, also of what is for all: how it may travel is its own matter (http/compression.ts).
    mayBeKept: shared !== undefined && status === 200 && !isAway && rendered.isForAll,
  }
}

function ownSources(page: string, nonce: string) {
  const { html, digests } = byDigest(page, nonce)
  return { html, sources: { script: digests.join(' '), style: '' } }
}

function redirection(to: string): Page {
  return { status: 302, headers: { location: to, 'cache-control': 'private, no-store' }, html: '', mayBeKept: false }
}

function faviconOf({ favicon }: { favicon: string }): string {
  const href = favicon && favicon !== '/favicon.ico' ? favicon : '/favicon.svg'
  return `<link rel="icon" href="${href.replace(/"/g, '%22')}">`
}

/** What the address asks for, else what this browser had before; of the languages that the site offers. */
function localeOf(request: FastifyRequest, prefix: string | undefined, url: URL, settings: PublicSettings): Locale {
  const wanted = [prefix, url.searchParams.get('locale'), request.cookies['i18nextLng']]
  return wanted.map((each) => settings.supportedLocales.find((locale) => locale === each)).find(Boolean) ?? settings.defaultLocale
}

function withoutLocale(url: URL): string {
  const rest = new URLSearchParams(url.searchParams)
  rest.delete('locale')
  return rest.size > 0 ? `?${rest}` : ''
}

interface Asking {
  http: FastifyInstance
  request: FastifyRequest
  /** As anybody of that country, and not as this browser. */
  isShared: boolean
  heard: (status: number) => void
}

/** As their row answers them: serialised once for all pages, until one of them changes. */
const answered = new WeakMap<PublicSettings, PublicSettings>()

async function openSettings({ db }: Surroundings, asks: Asking): Promise<PublicSettings> {
  const site = await settings.publicSettings(db)
  const before = answered.get(site)
  if (before) return before
  const fresh = await apiFor({ ...asks, heard: () => {} }, 'en-US').settings.public({})
  answered.set(site, fresh)
  return fresh
}

/** Straight into the app: the same routes, admission and serialisation as over the network, as this visitor. */
function apiFor({ http, request, isShared, heard }: Asking, locale: Locale): Api {
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await http.inject({
      method: method as 'GET',
      url,
      remoteAddress: request.ip,
      headers: {
        ...headers,
        'content-language': locale,
        host: request.headers.host ?? 'localhost',
        ...(isShared ? shownOf(request) : { cookie: request.headers.cookie ?? '', 'user-agent': request.headers['user-agent'] ?? '' }),
        // Whose country is not known to the page's request must not become a neighbour by asking from here.
        ...(isPassedOn(request) && { via: 'unknown' }),
      },
      ...(typeof body === 'string' && { payload: body }),
    })
    heard(answer.statusCode)
    return { status: answer.statusCode, json: answer.json() as unknown }
  }
  return createApi(send)
}

/** What a shared page still asks with: that its readers' ages were checked, which is in the page's name. */
function shownOf(request: FastifyRequest): { cookie?: string } {
  const shown = request.cookies[ageCookie]
  return shown !== undefined && /^[\w.-]{1,100}$/.test(shown) ? { cookie: `${ageCookie}=${shown}` } : {}
}

interface Start {
  settings: PublicSettings
  locale: Locale
  captchaIsLetIn: boolean
}

async function bootFor(
  api: Api,
  around: Surroundings,
  config: Config,
  request: FastifyRequest,
  { settings, locale, captchaIsLetIn }: Start,
) {
  const country = countryOf(around.geo, request)
  const [me, geoBlocked, isUnchecked, links, overrides] = await Promise.all([
    request.cookies['token'] ? api.me.user({}).catch(nobody) : null,
    around.isClosed(country),
    mustAssure(around, request),
    pages.linksFor(around.db, locale),
    around.overridesFor(locale),
  ])
  const { mode: ageAssuranceMode, regions: ageAssuranceRegions } = settings.ageAssurance
  const mustAssureAge = me ? me.mustAssureAge : isUnchecked
  // What a provider found is more than a date that somebody typed into this browser.
  const isFound = me?.ageVerified && isAssured({ ageAssuranceMode, ageAssuranceRegions }, country)
  const birthDate = isFound ? me.dateOfBirth : request.cookies['eighteen_day']
  return {
    settings,
    locale,
    theme: themeOf(request, settings),
    timeZone: timeZoneOf(request, locale),
    now: Date.now(),
    apiBaseUrl: config.apiBaseUrl ?? '',
    me,
    geoBlocked,
    mustAssureAge,
    birthDateCookie: me ? (birthDate ?? null) : null,
    captchaIsLetIn,
    analytics: analyticsOf(request, settings),
    pages: links,
    promos: await promosFor(around, request, { me, isClosed: geoBlocked || mustAssureAge, locale }),
    overrides,
    unknownProxy: me?.roles.includes('staff') ? (unknownProxy() ?? null) : null,
  }
}

/** What the site puts forward to this visitor, without what they put away. Nothing where the site is closed. */
async function promosFor(
  { db }: Surroundings,
  request: FastifyRequest,
  { me, isClosed, locale }: { me: CurrentUser | null; isClosed: boolean; locale: Locale },
): Promise<Promo[]> {
  if (isClosed) return []
  const viewer = me ? { kind: 'member' as const, accountId: me._id, isAdult: me.ageVerified } : { kind: 'visitor' as const }
  return promos.onPages(db, { viewer, locale, closed: request.cookies['promos'] })
}

/** What this browser chose before, else what the site begins with. Dark only when the value is exactly dark (specification.md section 2). */
function themeOf(request: FastifyRequest, { defaultTheme }: PublicSettings): 'light' | 'dark' {
  return (request.cookies['theme'] ?? defaultTheme) === 'dark' ? 'dark' : 'light'
}

/** What the visitor said to being counted: asked only where the site counts, and no before they answered. */
function analyticsOf(request: FastifyRequest, { gaCode }: PublicSettings): 'none' | 'unasked' | 'yes' | 'no' {
  if (gaCode === '') return 'none'
  const said = request.cookies['analytics']
  return said === 'yes' || said === 'no' ? said : 'unasked'
}

/** A token that is not good any more makes a visitor, not an error. */
function nobody(error: unknown): null {
  if (error instanceof Refused && error.status === 401) return null
  throw error
}

/** The browser tells its zone in a cookie, so that both sides write the same hour. */
function timeZoneOf(request: FastifyRequest, locale: Locale): string {
  return zoneNamed(request.cookies['tz'] ?? '') ?? usualZoneOf(locale)
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}

/** Headers that a browser reads of documents only. */
const saidOfPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  // It names an answer that was made for somebody; these are the same for all.
  'x-request-id',
]

async function built(http: FastifyInstance): Promise<Web> {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Record<string, ManifestEntry>
  const entry = (await import(join(root, 'dist/server/entry-server.js'))) as Entry
  await http.register(fastifyStatic, {
    root: join(root, 'dist/client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
    // A first load has a dozen of these, and what is said of pages says nothing of a script, a style or a face: without it each is 550 bytes less.
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply) {
      for (const name of saidOfPages) reply.removeHeader(name)
    },
  })
  const needed = kept((names: string) => filesFor(manifest, names.split(' ')), 500)
  const needs = (sources: readonly string[], locale: string) => needed([start, ...sources, `web/words/${locale}/front.js`].join(' '))
  return {
    entry: async () => entry,
    head(sources, locale, nonce) {
      const { styles, modules, face } = needs(sources, locale)
      return [
        ...styles.map((file) => `<link rel="stylesheet" href="/${file}" nonce="${nonce}">`),
        ...modules.map((file) => `<link rel="modulepreload" href="/${file}" nonce="${nonce}">`),
        face && `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${face}">`,
        `<script type="module" src="/${manifest[start]!.file}" nonce="${nonce}"></script>`,
        whenIdle(`/${manifest[letters]!.file}`, nonce),
      ].join('')
    },
    links: (sources, locale) => needs(sources, locale).links,
  }
}

const start = 'web/entry-client.tsx'
/** What looks for letters that the machine has not. */
const letters = 'web/entry-letters.ts'

/** Safari knows no idle time: there it is asked for once everything else has come. What does not come is not missed before the next page. */
function whenIdle(file: string, nonce: string): string {
  return `<script nonce="${nonce}">addEventListener("load",()=>(self.requestIdleCallback??setTimeout)(()=>import("${file}").catch(()=>{})))</script>`
}

interface Needed {
  styles: string[]
  modules: string[]
  /** The face of titles and figures stands in the first view of every page; the others may come a little later. */
  face: string
  links: string
}

/** What these sources need of dist/, with all that they import. */
function filesFor(manifest: Readonly<Record<string, ManifestEntry>>, names: readonly string[]): Needed {
  const needed = new Set<string>()
  const visit = (name: string) => {
    if (needed.has(name) || !manifest[name]) return
    needed.add(name)
    for (const each of manifest[name].imports ?? []) visit(each)
  }
  for (const name of names) visit(name)
  const entries = [...needed].map((name) => manifest[name]!)
  const styles = [...new Set(entries.flatMap((each) => each.css ?? []))]
  const modules = entries.filter((each) => each !== manifest[start]).map(({ file }) => file)
  const face = manifest['web/fonts/stage-latin.woff2']?.file ?? ''
  return { styles, modules, face, links: linksOf(styles, [manifest[start]?.file ?? '', ...modules], face) }
}

/** Proxies refuse an answer whose headers are long (nginx: 4 kB in all): what does not fit stands in the page alone. */
const mostLinkCharacters = 1500

function linksOf(styles: readonly string[], modules: readonly string[], face: string): string {
  const all = [
    ...styles.map((file) => `</${file}>; rel=preload; as=style`),
    ...(face ? [`</${face}>; rel=preload; as=font; type="font/woff2"; crossorigin`] : []),
    ...modules.map((file) => `</${file}>; rel=modulepreload`),
  ]
  let links = ''
  for (const each of all) {
    const longer = links ? `${links}, ${each}` : each
    if (longer.length > mostLinkCharacters) break
    links = longer
  }
  return links
}

async function developed(http: FastifyInstance): Promise<Web> {
  await http.register((await import('@fastify/middie')).default)
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: http.server } },
    appType: 'custom',
  })
  http.use(vite.middlewares)
  http.addHook('onClose', () => vite.close())
  return {
    entry: () => vite.ssrLoadModule('/web/entry-server.tsx') as unknown as Promise<Entry>,
    head: (_sources, _locale, nonce) =>
      `<meta property="csp-nonce" nonce="${nonce}"><link rel="stylesheet" href="/web/app.css" nonce="${nonce}"><script type="module" src="/@vite/client" nonce="${nonce}"></script><script type="module" src="/web/entry-client.tsx" nonce="${nonce}"></script>${whenIdle(`/${letters}`, nonce)}`,
  }
}
