// Browsers that want to be pushed to: they come with an address of their push service, which is somebody else's word.
import { ECDH } from 'node:crypto'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { judgedAddress, outside, SilentError, type Reach } from '#server/platform/outside/outside.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/talk/notifications/device-queries.ts'
import type { Asking } from '#server/talk/notifications/notifications.ts'
import { vapidKeys } from '#server/talk/notifications/vapid.ts'

let reach: Reach = outside

/** For tests alone: push services stand outside, and this is where a stand-in is put in their place. */
export function useReach(given: Reach): void {
  reach = given
}

/** The key that pushes are signed with, and whether this session's browser still listens to another one. */
export async function pushKey(db: Db, sessionId: string): Promise<{ key: string; isNew: boolean }> {
  const key = vapidKeys().publicKey
  return { key, isNew: await queries.listensToAnother(db, sessionId, key) }
}

/** One account has no more, and no more of one host: the oldest goes. */
const atMost = { most: 20, ofOneHost: 10 }

/** Names that are being looked up, by account: whoever sends many has them refused, and nobody waits behind them. */
const lookingUp = new Map<string, number>()
const lookedUpAtOnce = 2

/** The same again is the same, also where somebody else used this browser before. @throws endpoint_not_allowed, endpoint_silent; not_allowed where staff act for somebody */
export async function subscribe(
  db: Database,
  { viewer, country }: Asking,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<{ _id: string }> {
  if (viewer.actorId) refuse('not_allowed')
  if (!isPoint(keys.p256dh)) throw new Refusal('invalid', {}, [{ field: 'keys.p256dh', code: 'wrong_form' }])
  const found = (await lookUp(viewer.accountId, endpoint)) ?? refuseField('endpoint', 'endpoint_not_allowed')
  return db.transaction(async (tx) => {
    const { accountId, sessionId } = viewer
    const id = await queries.put(tx, {
      accountId,
      sessionId,
      endpoint: found.url.href,
      ...keys,
      key: vapidKeys().publicKey,
      country: country ?? null,
    })
    await queries.keepNewest(tx, accountId, atMost)
    return { _id: id }
  })
}

async function lookUp(accountId: string, endpoint: string) {
  const now = lookingUp.get(accountId) ?? 0
  if (now >= lookedUpAtOnce) refuse('too_many_requests', { seconds: 3 })
  lookingUp.set(accountId, now + 1)
  try {
    return await addressOf(endpoint)
  } catch (error) {
    if (error instanceof SilentError) refuseField('endpoint', 'endpoint_silent')
    throw error
  } finally {
    const left = (lookingUp.get(accountId) ?? 1) - 1
    if (left > 0) lookingUp.set(accountId, left)
    else lookingUp.delete(accountId)
  }
}

/** Whether anything can be encrypted for it: an uncompressed point of the curve that browsers use (RFC 8291). */
export function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url')
  try {
    return bytes.length === 65 && bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1').length === 65
  } catch {
    return false
  }
}

/** @throws not_found for another's */
export async function unsubscribeDevice(tx: Tx, accountId: string, id: string): Promise<void> {
  if ((await queries.remove(tx, accountId, id)) === 0) refuse('not_found')
}

/**
 * The public address that an endpoint stands for at this moment. Undefined for any other, and for what is no plain address of HTTPS.
 * @throws SilentError when nobody says so in time
 */
export async function addressOf(endpoint: string): Promise<{ url: URL; address: string; options: Reach['options'] } | undefined> {
  const url = URL.parse(endpoint)
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const address = isPlain ? await judgedAddress(url.hostname, reach) : undefined
  return url && address ? { url, address, options: reach.options } : undefined
}
