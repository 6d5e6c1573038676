// The whole application over one database: slices, jobs, outbox, sockets, media. main.ts starts it for people, the journeys for tests.
import type { IncomingMessage } from 'node:http'
import { parse as parseCookie } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import * as captcha from '#server/site/captcha/captcha.ts'
import { serveFlags } from '#server/site/reference/reference.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as translations from '#server/site/translations/translations.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as age from '#server/people/age/age.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as identity from '#server/people/identity/identity.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import type { Config } from '#server/platform/config/config.ts'
import { ping, type Database } from '#server/platform/db/db.ts'
import { embeddedGeo } from '#server/platform/geo/geo.ts'
import { useFfmpeg } from '#server/platform/ffmpeg/ffmpeg.ts'
import { stopEncoding } from '#server/platform/ffmpeg/encoding-queue.ts'
import { clientIpFrom } from '#server/platform/http/client-ip.ts'
import { countryOf } from '#server/platform/http/country.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { openApi } from '#server/platform/http/openapi.ts'
import { ageCookie, type Surroundings } from '#server/platform/http/serve.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import { keysOf } from '#server/platform/keys/keys.ts'
import { folderOf } from '#server/platform/keys/media.ts'
import { deliverLetters, siteUrl } from '#server/platform/mail/mail.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'
import { keepChangesFew } from '#server/platform/page-cache/changes.ts'
import { visitor } from '#server/platform/http/viewer.ts'
import { network } from '#server/platform/http/rate.ts'
import { doorOf, mostConnections } from '#server/platform/realtime/door.ts'
import { createRealtime, type Realtime } from '#server/platform/realtime/realtime.ts'
import { connectRedis } from '#server/platform/redis/redis.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { useStore } from '#server/platform/storage/store.ts'
import { leaveToWorkers, serveMedia, storedKeys } from '#server/media/files/files.ts'
import { outsideList, useHashLists } from '#server/media/fingerprints/fingerprints.ts'
import { useSignInProviders } from '#server/people/federation/federation.ts'
import { serveUploads } from '#server/media/uploads/uploads.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { ccbillAccountIn, useCcbill, useStripe } from '#server/money/payments/payments.ts'
import { storedKeys as foundPictures } from '#server/office/copies/copies.ts'
import { embedded } from '#server/stage/live/embedded.ts'
import {
  billMinutes,
  encodeStreams,
  keepShows,
  takeSnapshots,
  storedKeys as withheldFilms,
  useEngine,
  useOutsideProviders,
  useHls,
  useRelays,
  watchOver,
  watchProviders,
} from '#server/stage/live/live.ts'
import { answerBelow, reportTo, serveSlices, wirePushes, wireWork } from '#server/slices.ts'

export interface App {
  http: FastifyInstance
  db: Database
  jobs: Jobs
  outbox: Outbox
  realtime: Realtime
  /** Starts listening, hearing and working, as the process's role is; resolves with the address. */
  listen(options: { host: string; port: number }): Promise<string>
  /** Lets running calls end, then stops. The database is the caller's to close. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  db: Database
  isDemo: boolean
  /** Mounts what is not the API (pages, assets) before the first request. */
  mount?: (http: FastifyInstance, around: Surroundings) => Promise<void>
}

export async function createApp({ config, db, isDemo, mount }: AppOptions): Promise<App> {
  const { role } = config
  const [serves, works] = [role !== 'worker', role !== 'web']
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const keys = await keysOf(db, { dataDir: config.dataDir, given: { secret: config.secretKey, documents: config.documentKey } })
  useSecret(keys.secret)
  const folder = `${config.dataDir}/media`
  const isThere = await folderOf(db, folder, async (at) => [
    ...(await storedKeys(at)),
    ...(await identity.storedKeys(at)),
    ...(await foundPictures(at)),
    ...(await withheldFilms(at)),
  ])
  const storage = diskStorage(folder, keys.documents, {
    isThere,
    spareBytes: config.diskReserveMb * 1024 * 1024,
  })
  useStore(storage)
  useStripe({ secretKey: config.stripeSecretKey, webhookSecret: config.stripeWebhookSecret, apiUrl: config.stripeApiUrl })
  const { ccbillAccount, ccbillDataLink, ccbillWebhookSecret: webhookSecret } = config
  useCcbill({ account: ccbillAccountIn(ccbillAccount, ccbillDataLink), webhookSecret, siteUrl })
  settings.useFacts({
    hashPwClient: config.hashPwClient,
    isDemo,
    signInSecrets: useSignInProviders(config),
    hasAgeSecret: age.useSecret(config.ageClientSecret),
  })
  await migrateJobs(db)

  // Before the log is there: it counts for the log's own server.
  let warn = (sentence: string) => console.warn(sentence)
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, (sentence) => warn(sentence)) : undefined
  const http = await createHttp({
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    clientAddressHeaders: config.clientAddressHeaders,
    isSecure,
    rateLimitFactor: config.rateLimitFactor,
    redis,
    ready: async () => ({
      database: await inTime(ping(db)),
      media: await inTime(storage.ensureThere()),
      disk: await inTime(storage.ensureRoom()),
    }),
  })
  warn = (sentence) => http.log.warn(sentence)
  useFfmpeg(config.ffmpegPath, warn)
  useHashLists(config.hashListUrl ? [outsideList({ name: new URL(config.hashListUrl).host, url: config.hashListUrl })] : [])
  captcha.useKeys({
    turnstile: config.turnstileSecret,
    hcaptcha: config.hcaptchaSecret,
    recaptcha: config.recaptchaSecret,
    apiUrl: config.captchaApiUrl,
    hosts: [...config.webOrigins, ...(config.publicUrl ? [config.publicUrl] : [])].map((each) => new URL(each).hostname),
    warn: (sentence) => http.log.warn({ where: 'captcha' }, sentence),
  })
  const say = (what: string) => (error: unknown, where: string) => http.log.error({ err: error, where }, what)
  const jobs = createJobs(db, say('a job failed and will be tried again'))
  const outbox = createOutbox(db, jobs, say('a listener failed and will be tried again'))
  let address = config.publicUrl ?? ''
  deliverLetters(db, jobs, { smtpUrl: config.smtpUrl, from: config.mailFrom, siteUrl: () => address })
  jobs.every('17 3 * * *', 'idempotency.forget', async () => void (await db.transaction(forgetOldKeys)))
  leaveToWorkers(!works)
  // A worker is no address for anybody else: the site is.
  reportTo(() => (serves ? http.listeningOrigin : siteUrl()))
  answerBelow()
  wireWork(outbox, jobs, db)
  keepChangesFew(jobs, db)

  const media = embedded({
    dataDir: config.dataDir,
    host: config.liveHost ?? config.host,
    port: config.liveUdpPort ?? config.port,
    announce: config.livePublicAddress,
    isRelayed: config.liveTurnUrls.length > 0,
    starts: works,
    log: (line) => http.log.warn({ where: 'live' }, line),
  })
  useEngine(media.engine)
  const outsideProviders = useOutsideProviders(db, config)
  useHls({ most: config.liveHlsStreams })
  useRelays({ stunUrls: config.liveStunUrls, turnUrls: config.liveTurnUrls, turnSecret: config.liveTurnSecret })

  const around: Surroundings = {
    db,
    geo: await embeddedGeo(),
    storage,
    rateLimitFactor: config.rateLimitFactor,
    isSecure,
    allowedOrigins: [...config.webOrigins, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])],
    identify: accounts.identify,
    inMaintenance: () => settings.isInMaintenance(db),
    isClosed: async (country) => (await blocks.checkCountry(db, country)).blocked,
    seenFrom: (viewer, country, shown) => age.seenFrom(db, viewer, country, shown),
    acted: (deed) => db.transaction((tx) => accounts.noteActing(tx, deed)),
    refusePrograms: (form) => captcha.refusePrograms(db, form),
    overridesFor: (locale) => translations.overridesFor(db, locale),
  }
  if (serves) {
    serveSlices(http, around)
    serveMedia(http, {
      db,
      identify: (token) => accounts.identify(db, token),
      countryOf: (request) => countryOf(around.geo, request),
      seenFrom: (viewer, request) => around.seenFrom(viewer, countryOf(around.geo, request), request.cookies[ageCookie]),
      closedTo: async (country, ownerId) => (await blocks.checkCountry(db, country, ownerId)).reason,
    })
    await serveUploads(http, around, messaging.inPieces)
    serveFlags(http)
    serveContract(http)
  }
  const addressOf = clientIpFrom(config.trustedProxies, config.clientAddressHeaders)
  const countryFrom = ({ headers, socket }: IncomingMessage) =>
    countryOf(around.geo, { ip: addressOf(headers, socket.remoteAddress ?? ''), headers, socket })
  const realtime = createRealtime(serves ? http.server : undefined, {
    // Whoever acts for another is not them: nothing is pushed to them, and nobody sees or hears by them that somebody is here.
    // Nor is anybody whose age must be checked where they call from.
    identify: async (token, request) => {
      const member = await accounts.identify(db, token)
      if (member === undefined || member.actorId !== undefined) return undefined
      return (await around.seenFrom(member, countryFrom(request), undefined)).mustAssure ? undefined : member
    },
    allowedOrigins: around.allowedOrigins,
    isClosedTo: async (request) => {
      const country = countryFrom(request)
      const shown = parseCookie(request.headers.cookie ?? '', '; ')[ageCookie]
      return (await around.isClosed(country)) || (await around.seenFrom(visitor, country, shown?.toString())).mustAssure === true
    },
    countryOf: countryFrom,
    door: {
      door: doorOf({
        mostAtOnce: 500 * config.rateLimitFactor,
        mostInAMinute: 600 * config.rateLimitFactor,
        most: mostConnections(),
        onFull: (sentence) => http.log.warn({ where: 'sockets' }, sentence),
      }),
      addressOf: ({ headers, socket }) => network(addressOf(headers, socket.remoteAddress ?? '')),
    },
    fanOut: redis && (await import('#server/platform/realtime/fan-out.ts')).fanOutBy(redis),
  })
  wirePushes(outbox, realtime, db)
  if (serves) await mount?.(http, around)
  http.addHook('preClose', () => realtime.close())
  await http.ready()
  const said =
    (where: string, what: string): Say =>
    (error, times) =>
      error === undefined
        ? http.log.info({ where, times }, `it goes on again: ${what}`)
        : http.log.error({ err: error, where, times }, what)
  let watching: ReturnType<typeof watchOver> | undefined
  let billing: ReturnType<typeof billMinutes> | undefined
  let watchingProviders: ReturnType<typeof watchProviders> | undefined
  let keeping: ReturnType<typeof keepShows> | undefined
  let encoding: ReturnType<typeof encodeStreams> | undefined
  let snapshots: ReturnType<typeof takeSnapshots> | undefined
  let watchingRooms: ReturnType<typeof messaging.rooms.watchRooms> | undefined

  return {
    http,
    db,
    jobs,
    outbox,
    realtime,
    async listen(options) {
      const listening = await http.listen(options)
      address ||= listening
      if (serves) watchingRooms = messaging.rooms.watchRooms(realtime, db, said('rooms', 'nobody watched over the rooms for a moment'))
      if (works) {
        outbox.start()
        await jobs.start()
        watching = watchOver(db, said('live', 'nobody watched over the streams for a moment'))
        if (outsideProviders.length > 0)
          watchingProviders = watchProviders(said('live', 'who carries streams could not be asked for a moment'))
        billing = billMinutes(db, said('live', 'a minute could not be counted for a moment'))
        keeping = keepShows(db, said('live', 'no show was taped for a moment'))
        encoding = encodeStreams(db, said('live', 'no stream was made as HLS for a moment'))
        snapshots = takeSnapshots(db, said('live', 'no picture of a stream was taken for a moment'))
      }
      return listening
    },
    async close() {
      await Promise.all([
        watching?.stop(),
        watchingProviders?.stop(),
        billing?.stop(),
        keeping?.stop(),
        encoding?.stop(),
        snapshots?.stop(),
        watchingRooms?.stop(),
      ])
      await http.close()
      await media.stop()
      await outbox.stop()
      await jobs.stop()
      // What is being encoded is put down, and the next process takes it up.
      await stopEncoding()
      await redis?.close()
    },
  }
}

/** Whoever asks whether we are ready does not wait for what does not answer. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const isLate = new Promise<boolean>((resolve) => setTimeout(resolve, 5000, false).unref())
  return Promise.race([
    isLate,
    work.then(
      () => true,
      () => false,
    ),
  ])
}

/** The contract for machines; docs for people are mounted beside it. Made when somebody first asks: most sites are never asked. */
function serveContract(http: FastifyInstance): void {
  let document: string | undefined
  http.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(contract, 'Stagedoor'))
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(document)
  })
}
