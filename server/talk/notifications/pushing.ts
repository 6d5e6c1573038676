// Pushes (RFC 8030, 8291, 8292): a title and one line in the reader's language, encrypted for their browser. What is due at once for one of them is one push.
// A subscription is dropped when its service says that it is gone, and not because the service is busy; what is past its time is not sent. Whose service
// somebody named is their word: one that takes a call and says nothing costs a few seconds beside all others, and is then left alone for longer and longer.
import { request } from 'node:https'
import webPush from 'web-push'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { throwAll } from '#server/platform/jobs/isolated.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { pinnedTo, SilentError } from '#server/platform/outside/outside.ts'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'
import { say } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import * as queries from '#server/talk/notifications/device-queries.ts'
import { addressOf, isPoint } from '#server/talk/notifications/devices.ts'
import { pushableOf, type DueRow } from '#server/talk/notifications/due-queries.ts'
import { afterQuiet } from '#server/talk/notifications/hours.ts'
import { readerOf } from '#server/talk/notifications/mailing.ts'
import { habitsOf, hoursOf, readersOf } from '#server/talk/notifications/preferences.ts'
import { countUnread } from '#server/talk/notifications/queries.ts'
import { saidTo } from '#server/talk/notifications/sentences.ts'
import { vapidKeys } from '#server/talk/notifications/vapid.ts'

const queuedAtOnce = 1000
const devicesAtOnce = 50
/** So that whoever has many silent ones keeps nobody else waiting. */
const ofOneAccountAtOnce = 2
const answerMs = 5000
const mostTries = 6
const leaseMs = 5 * 60_000
const longestMs = 86_400_000

/** Many wait for their services at a time, and few of them hold one of the process's connections. */
const connections = semaphore(3)

/** Sends what is due by now, and what falls due meanwhile. */
export async function pushDue(db: Database): Promise<void> {
  const wrong: unknown[] = []
  for (;;) {
    while ((await db.transaction((tx) => queries.queue(tx, queuedAtOnce))) === queuedAtOnce);
    const ids = await queries.waiting(db, { limit: devicesAtOnce, ofOneAccount: ofOneAccountAtOnce })
    if (ids.length === 0) return throwAll(wrong)
    // What goes wrong with one of them is reported in the end, and is its own matter until then.
    const all = await Promise.all(ids.map((id) => pushTo(db, id).catch((error: unknown) => putOff(db, id, error))))
    wrong.push(...all.filter((each) => each !== undefined))
  }
}

/** What could not even be prepared is tried again as if its service had failed. @returns what went wrong */
async function putOff(db: Database, deviceId: string, error: unknown): Promise<unknown> {
  await connections.run(() =>
    db.transaction((tx) => queries.putOff(tx, deviceId, { until: new Date(tx.now.getTime() + leaseMs), mostTries })),
  )
  return error
}

interface Prepared {
  device: queries.Device
  noticeIds: string[]
  tries: number
  payload: object
  ttlSeconds: number
  topic: string
}

async function pushTo(db: Database, deviceId: string): Promise<void> {
  const prepared = await connections.run(() => db.transaction((tx) => prepare(tx, deviceId)))
  if (!prepared) return
  const answer = await send(prepared)
  await connections.run(() => db.transaction((tx) => conclude(tx, prepared, answer)))
}

async function conclude(tx: Tx, { device, noticeIds, tries }: Prepared, answer: Answer): Promise<void> {
  if (answer === 'gone') return queries.forget(tx, device.id)
  if (answer === 'silent') {
    await queries.silent(tx, device)
    if (tries >= mostTries) await queries.done(tx, device.id, noticeIds)
    else await queries.postpone(tx, device.id, noticeIds, tx.now)
    return
  }
  if (device.silences > 0 || device.isHostSilent) await queries.heard(tx, device)
  if (answer === 'taken' || answer === 'refused') return queries.done(tx, device.id, noticeIds)
  const at = new Date(tx.now.getTime() + (answer.seconds ?? 60 * 2 ** tries) * 1000)
  if (answer.seconds !== undefined) await queries.rest(tx, device.id, at)
  else if (tries >= mostTries) return queries.done(tx, device.id, noticeIds)
  return queries.postpone(tx, device.id, noticeIds, at)
}

/** What there is to say to one browser; what there is no reason to say any more is taken away. */
async function prepare(tx: Tx, deviceId: string): Promise<Prepared | undefined> {
  const device = await queries.find(tx, deviceId)
  // Its session ran out.
  if (!device) {
    await queries.forget(tx, deviceId)
    return undefined
  }
  // It listens to a key that this site had before, and comes again when its reader does (web/public/sw.js).
  if (device.key !== vapidKeys().publicKey) {
    await queries.dropSendings(tx, deviceId)
    return undefined
  }
  const taken = await queries.take(tx, deviceId, new Date(tx.now.getTime() + leaseMs))
  const ids = taken.map(({ noticeId }) => noticeId)
  const { accountId } = device
  const country = device.country ?? undefined
  const hidden = await blocks.allHiddenFrom(tx, accountId, country)
  const rows = (await pushableOf(tx, accountId, ids)).filter((row) => !row.isRead && !(row.actorId && hidden.has(row.actorId)))
  const [first] = rows
  const reader = first && (await readersOf(tx, [accountId], first.kind)).get(accountId)
  const left = new Set(reader ? rows.map(({ id }) => id) : [])
  await queries.done(
    tx,
    deviceId,
    ids.filter((id) => !left.has(id)),
  )
  if (!first || !reader) return undefined
  const hours = hoursOf(reader, reader.language)
  const awake = afterQuiet(tx.now, hours)
  if (awake > tx.now) {
    await queries.postpone(tx, deviceId, [...left], awake)
    return undefined
  }
  const { language } = reader
  const said = await saidTo(tx, await readerOf(tx, reader, hours.timeZone, country), rows)
  const one = rows.length === 1 ? said.get(first.id) : undefined
  const { siteName } = await current(tx)
  const { isDiscreet } = habitsOf(reader)
  return {
    device,
    noticeIds: [...left],
    tries: Math.max(...taken.map(({ tries }) => tries)),
    payload: {
      title: siteName,
      body: isDiscreet
        ? say(language, 'notices.push.discreet')
        : (one?.text ?? say(language, 'notices.letter.subject.more', { count: rows.length })),
      path: one?.path ?? '/notifications',
      tag: one ? first.id : 'notices',
      unread: await countUnread(tx, accountId, await blocks.hiddenFrom(tx, accountId, country)),
    },
    ttlSeconds: Math.floor(Math.min(longestMs, timeLeft(rows, tx.now)) / 1000),
    topic: (one ? first.id : device.id).replaceAll('-', ''),
  }
}

const timeLeft = (rows: readonly DueRow[], now: Date) => Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime() - now.getTime()))

/** `gone`: for good. `refused`: not this, and not again. `silent`: none in time. Else it is to be tried again, after so many seconds where the service said so. */
type Answer = 'taken' | 'gone' | 'refused' | 'silent' | { seconds?: number }

async function send({ device: { endpoint, p256dh, auth }, payload, ttlSeconds, topic }: Prepared): Promise<Answer> {
  // From before it was looked at when it came: nothing can be encrypted for it.
  if (!isPoint(p256dh)) return 'gone'
  // Judged anew: a name may stand for another address by now.
  const to = await addressOf(endpoint).catch((error: unknown) => {
    if (error instanceof SilentError) return 'silent' as const
    throw error
  })
  if (to === 'silent') return to
  if (!to) return 'refused'
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    vapidDetails: { subject: contact(), ...vapidKeys() },
    TTL: ttlSeconds,
    topic,
  })
  const signal = AbortSignal.timeout(answerMs)
  return new Promise((resolve) => {
    const asked = request(
      to.url,
      { method: 'POST', headers, agent: false, signal, ...to.options, lookup: pinnedTo(to.address) },
      (answer) => {
        answer.resume()
        resolve(meaning(answer.statusCode ?? 0, answer.headers['retry-after']))
      },
    )
    asked.on('error', () => resolve(signal.aborted ? 'silent' : {}))
    asked.end(body)
  })
}

function meaning(status: number, retryAfter: string | undefined): Answer {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429) return { seconds: secondsIn(retryAfter) }
  return status >= 400 && status < 500 ? 'refused' : {}
}

const shortestRest = 60

/** Seconds, or a date; a service that says neither is left alone for a minute. */
function secondsIn(retryAfter = ''): number {
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Math.min(Math.max(Number.isFinite(seconds) ? Math.ceil(seconds) : 0, shortestRest), longestMs / 1000)
}

/** Whom a push service may write to about us: the site itself, or its postmaster where it is not reached over HTTPS. */
function contact(): string {
  const site = URL.parse(siteUrl())
  return site?.protocol === 'https:' ? site.origin : `mailto:postmaster@${site?.hostname ?? 'localhost'}`
}
