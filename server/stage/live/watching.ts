// Watching over what the engine carries: whoever lost the right loses the picture within seconds, however they lost it (a block, a refund, a
// subscription that ended, a ban, the stream's end), because the right itself is asked again and no list of reasons is kept.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Database } from '#server/platform/db/db.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import { end } from '#server/stage/live/ending.ts'
import type { Carried } from '#server/stage/live/engine.ts'
import { formerGuests } from '#server/stage/live/guest-queries.ts'
import { carriedByAll, providerNamed } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { memberOf } from '#server/stage/live/viewers.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/** Between two looks. What is lost is gone within two of them. */
const everyMs = 2000
/** How many watch is told with every so many looks. */
const toldEvery = 5

/** Looks on until it is stopped. @param onError said each time it goes wrong */
export function watchOver(db: Database, onError: (error: unknown) => void): { stop: () => Promise<void> } {
  let before: ReadonlyMap<string, Carried> = new Map()
  let looks = 0
  return repeatedly(everyMs, onError, async () => {
    before = await look(db, before)
    if (looks++ % toldEvery === 0) await tellWatched(db, before)
  })
}

/** One look: closes what is not live, hangs up on who may not watch, and notes what was seen. */
async function look(db: Database, before: ReadonlyMap<string, Carried>): Promise<ReadonlyMap<string, Carried>> {
  const { carried, away } = await carriedByAll()
  if (carried.size === 0 && before.size === 0) return carried
  const live = new Map((await queries.onAir(db)).map((stream) => [stream.workId, stream]))
  // Only the engine that comes along carries what is not live: of the others, those who carry look for it themselves.
  for (const id of carried.keys()) if (!live.has(id)) await providerNamed('embedded').close(id)
  const performers = await accounts.findAll(db, [...new Set([...live.values()].map(({ performerId }) => performerId))])
  for (const [id, stream] of live) {
    // Whose account was closed is on no stage either.
    if (performers.get(stream.performerId)?.state !== 'active') {
      await db.transaction((tx) => end(tx, id, { why: 'staff', by: null }))
      continue
    }
    // Nothing is known of it now: it is as it was.
    if (away.has(stream.provider)) continue
    const { isOnAir, isGuestOnAir, viewers, unseen } = carried.get(id) ?? { isOnAir: false, isGuestOnAir: false, viewers: [], unseen: [] }
    if (isOnAir) await db.transaction((tx) => queries.seen(tx, id, viewers.length))
    const was = before.get(id)
    if (isOnAir !== (was?.isOnAir ?? false) || isGuestOnAir !== (was?.isGuestOnAir ?? false))
      await db.transaction((tx) => rooms.tellOfStream(tx, id))
    const provider = providerNamed(stream.provider)
    const guestId = agreedGuest(stream)
    const present = new Set([...viewers, ...unseen, ...(isGuestOnAir && guestId !== undefined ? [guestId] : [])])
    for (const accountId of await unwelcome(db, id, [...present], guestId)) await provider.putOut(id, accountId)
    // Whoever agreed once and does not any more sends no more either.
    if (isGuestOnAir && stream.type !== 'private') for (const accountId of await formerGuests(db, id)) await provider.putOut(id, accountId)
  }
  return carried
}

/** A private show is nobody else's: how many look on there is told to nobody. */
async function tellWatched(db: Database, carried: ReadonlyMap<string, Carried>): Promise<void> {
  const live = (await queries.onAir(db)).filter(({ type }) => type !== 'private')
  await rooms.tellOfWatching(db, new Map(live.map(({ workId }) => [workId, carried.get(workId)?.viewers.length ?? 0])))
}

/** Who is on its stage as well, by their own consent. */
export const agreedGuest = ({ guestId, guestState }: Pick<queries.Stream, 'guestId' | 'guestState'>): string | undefined =>
  guestState === 'agreed' && guestId !== null ? guestId : undefined

/** Those of these accounts that may not watch it any more. @param guestId is on its stage, and watches it without a right of their own */
export async function unwelcome(db: Database, workId: string, accountIds: readonly string[], guestId?: string): Promise<string[]> {
  if (accountIds.length === 0) return []
  const [work, people] = [(await works.find(db, [workId])).get(workId), await accounts.findAll(db, accountIds)]
  const mayWatch = await Promise.all(
    accountIds.map(async (accountId) => {
      const viewer = memberOf(people.get(accountId), db.now)
      if (!work || !viewer) return false
      const right = (await access.mayView(db, { viewer }, [work])).get(workId)
      return right !== undefined && (right.canView || (right.isThere && accountId === guestId))
    }),
  )
  return accountIds.filter((_id, place) => !mayWatch[place])
}
