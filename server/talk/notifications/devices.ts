// Browsers that want to be pushed to: they come with an address of their push service, which is somebody else's word.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { judgedAddress, outside, type Reach } from '#server/platform/outside/outside.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/talk/notifications/device-queries.ts'
import type { Asking } from '#server/talk/notifications/notifications.ts'
import { vapidKeys } from '#server/talk/notifications/vapid.ts'

let reach: Reach = outside

/** For tests alone: push services stand outside, and this is where a stand-in is put in their place. */
export function useReach(given: Reach): void {
  reach = given
}

export const pushKey = (): string => vapidKeys().publicKey

/** One account has no more: the oldest goes. */
const most = 20

/** The same again is the same, also where somebody else used this browser before. @throws endpoint_not_allowed; not_allowed where staff act for somebody */
export async function subscribe(
  db: Database,
  { viewer, country }: Asking,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<{ _id: string }> {
  if (viewer.actorId) refuse('not_allowed')
  if (!(await addressOf(endpoint))) refuseField('endpoint', 'endpoint_not_allowed')
  return db.transaction(async (tx) => {
    const { accountId, sessionId } = viewer
    const id = await queries.put(tx, { accountId, sessionId, endpoint, ...keys, key: pushKey(), country: country ?? null })
    await queries.keepNewest(tx, accountId, most)
    return { _id: id }
  })
}

/** @throws not_found for another's */
export async function unsubscribeDevice(tx: Tx, accountId: string, id: string): Promise<void> {
  if ((await queries.remove(tx, accountId, id)) === 0) refuse('not_found')
}

/** The public address that an endpoint stands for at this moment. Undefined for any other, and for what is no plain address of HTTPS. */
export async function addressOf(endpoint: string): Promise<{ url: URL; address: string; options: Reach['options'] } | undefined> {
  const url = URL.parse(endpoint)
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const address = isPlain ? await judgedAddress(url.hostname, reach) : undefined
  return url && address ? { url, address, options: reach.options } : undefined
}
