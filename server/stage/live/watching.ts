// Watching over what the engine carries: whoever lost the right loses the picture within seconds, however they lost it (a block, a refund, a
// subscription that ended, a ban, the stream's end), because the right itself is asked again and no list of reasons is kept.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as age from '#server/people/age/age.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import { end } from '#server/stage/live/ending.ts'
import { nothing, type Carried, type Side } from '#server/stage/live/engine.ts'
import { formerGuests } from '#server/stage/live/guest-queries.ts'
import { hiddenGuests } from '#server/stage/live/hidden-guests.ts'
import { areFresh } from '#server/stage/live/papers.ts'
import { carriedByAll, providerNamed } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { memberOf } from '#server/stage/live/viewers.ts'
import * as whereabouts from '#server/stage/live/whereabouts.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/** Between two looks. What is lost is gone within two of them. */
const everyMs = 2000
/** So many streams are looked at together: one whose provider hangs keeps nobody else's from its turn. */
const atOnce = 4
/** How many watch is told with every so many looks. */
const toldEvery = 5

/** Looks on until it is stopped. @param onError said as repeatedly() does */
export function watchOver(db: Database, onError: Say): { stop: () => Promise<void> } {
  let before: ReadonlyMap<string, Carried> = new Map()
  let looks = 0
  return repeatedly(everyMs, onError, async () => {
    const { carried, wrong } = await look(db, before)
    before = carried
    if (looks++ % toldEvery === 0) await tellWatched(db, before)
    throwAll(wrong)
  })
}

/** One look: closes what is not live, hangs up on who may not watch, and notes what was seen. What goes wrong with one stream or person stops no other's. */
export async function look(
  db: Database,
  before: ReadonlyMap<string, Carried>,
): Promise<{ carried: ReadonlyMap<string, Carried>; wrong: readonly unknown[] }> {
  const { carried, away } = await carriedByAll()
  if (carried.size === 0 && before.size === 0) return { carried, wrong: [] }
  const live = new Map((await queries.onAir(db)).map((stream) => [stream.workId, stream]))
  // Only the engine that comes along carries what is not live: of the others, those who carry look for it themselves.
  const stray = [...carried.keys()].filter((id) => !live.has(id))
  const performers = await accounts.findAll(db, [...new Set([...live.values()].map(({ performerId }) => performerId))])
  const wrong = [
    ...(await runIsolated(stray, (id) => providerNamed('embedded').close(id), atOnce)),
    ...(await runIsolated(
      [...live.values()],
      async (stream) => {
        // Whose account was closed is on no stage either.
        if (performers.get(stream.performerId)?.state !== 'active')
          await db.transaction((tx) => end(tx, stream.workId, { why: 'staff', by: null }))
        // Nothing is known of it now: it is as it was.
        else if (!away.has(stream.provider)) await lookAt(db, stream, carried.get(stream.workId), before.get(stream.workId))
      },
      atOnce,
    )),
  ]
  return { carried, wrong }
}

async function lookAt(db: Database, stream: queries.Stream, now: Carried | undefined, was: Carried | undefined): Promise<void> {
  const id = stream.workId
  const { isOnAir, isGuestOnAir, guests, viewers, unseen, facing } = now ?? nothing
  const began = db.now
  if (isOnAir) await db.transaction((tx) => queries.seen(tx, id, viewers.length))
  if (isOnAir !== (was?.isOnAir ?? false) || isGuestOnAir !== (was?.isGuestOnAir ?? false))
    await db.transaction((tx) => rooms.tellOfStream(tx, id))
  const guestId = agreedGuest(stream)
  const present = new Set([...viewers, ...unseen, ...(isGuestOnAir && guestId !== undefined ? [guestId] : [])])
  const out = new Set(await unwelcome(db, id, [...present], guestId))
  // Whoever agreed once and does not any more sends no more either, nor waits there to.
  if (guests.length > 0 && stream.type !== 'private')
    for (const accountId of await formerGuests(db, id)) if (guests.includes(accountId)) out.add(accountId)
  if (isGuestOnAir && guestId !== undefined && !(await mayBeOnStage(db, guestId))) out.add(guestId)
  const notForThem = guestId === undefined ? [] : await unwelcomeToGuest(db, stream, guestId, facing)
  const putOut = async (accountId: string, side?: Side) => {
    await providerNamed(stream.provider).putOut(id, accountId, side)
    await db.transaction((tx) => whereabouts.forget(tx, { streamId: id, accountId, until: began, ...(side && { side }) }))
  }
  throwAll([
    ...(await runIsolated([...out], (accountId) => putOut(accountId), atOnce)),
    // They watch its performer all the same.
    ...(await runIsolated(
      notForThem.filter((accountId) => !out.has(accountId)),
      (accountId) => putOut(accountId, 'guest'),
      atOnce,
    )),
  ])
}

/** Those of these accounts that must not see the guest any more. Whoever named them stands on the stage with them. */
async function unwelcomeToGuest(
  db: Database,
  { workId, performerId }: queries.Stream,
  guestId: string,
  facing: readonly string[],
): Promise<string[]> {
  const asked = facing.filter((accountId) => accountId !== performerId)
  if (asked.length === 0) return []
  const [people, countriesOf] = await Promise.all([accounts.findAll(db, asked), whereabouts.countriesOf(db, workId, asked, 'guest')])
  const areHidden = await Promise.all(
    asked.map(async (accountId) => {
      const viewer = memberOf(people.get(accountId), db.now)
      if (!viewer) return true
      const hidden = await Promise.all(countriesOf(accountId).map((country) => hiddenGuests(db, { viewer, country }, [guestId])))
      return hidden.some((each) => each.has(guestId))
    }),
  )
  return asked.filter((_id, place) => areHidden[place])
}

/** A guest performer is one still, and their papers are fresh. */
async function mayBeOnStage(db: Database, guestId: string): Promise<boolean> {
  const guest = (await accounts.people(db, [guestId])).get(guestId)
  return guest?.state === 'active' && guest.role === 'performer' && (await areFresh(db, guestId))
}

/** A private show is nobody else's: how many look on there is told to nobody. */
async function tellWatched(db: Database, carried: ReadonlyMap<string, Carried>): Promise<void> {
  const live = (await queries.onAir(db)).filter(({ type }) => type !== 'private')
  await rooms.tellOfWatching(db, new Map(live.map(({ workId }) => [workId, carried.get(workId)?.viewers.length ?? 0])))
}

/**
 * A session of theirs ended: the picture that it brought ends with it. Whose it is nobody who carries knows, so that all that they watch ends, and their
 * other windows ask again at once and have it back. What they send goes on: an encoder has no session.
 */
export async function hangUp(db: Db, accountId: string): Promise<void> {
  const { carried } = await carriedByAll()
  const isTheirs = ({ viewers, unseen, guests, facing }: Carried) =>
    [viewers, unseen, guests, facing].some((each) => each.includes(accountId))
  const ids = [...carried].filter(([, each]) => isTheirs(each)).map(([id]) => id)
  const streams = ids.length === 0 ? [] : await queries.streams(db, ids)
  throwAll(await runIsolated(streams, ({ workId, provider }) => providerNamed(provider).putOut(workId, accountId), atOnce))
}

/** Who is on its stage as well, by their own consent. */
export const agreedGuest = ({ guestId, guestState }: Pick<queries.Stream, 'guestId' | 'guestState'>): string | undefined =>
  guestState === 'agreed' && guestId !== null ? guestId : undefined

/**
 * Those of these accounts that may not watch it any more, or not from each place where they asked for it.
 * @param guestId is on its stage, and watches it without a right of their own
 */
export async function unwelcome(db: Database, workId: string, accountIds: readonly string[], guestId?: string): Promise<string[]> {
  const countriesOf = await whereabouts.countriesOf(db, workId, accountIds)
  const seated = accountIds.flatMap((accountId) => countriesOf(accountId).map((country) => ({ accountId, country })))
  return [...new Set((await unwelcomeFrom(db, workId, seated, guestId)).map(({ accountId }) => accountId))]
}

/** Who is there, and from where. */
interface Seated {
  accountId: string
  /** Undefined: nobody knows. */
  country: string | undefined
}

/** The same of those of whom it is known from where they are there. */
export async function unwelcomeFrom<Who extends Seated>(
  db: Database,
  workId: string,
  seated: readonly Who[],
  guestId?: string,
): Promise<Who[]> {
  if (seated.length === 0) return []
  const [found, people] = await Promise.all([
    works.find(db, [workId]),
    accounts.findAll(db, [...new Set(seated.map(({ accountId }) => accountId))]),
  ])
  const work = found.get(workId)
  const mayWatch = await Promise.all(
    seated.map(async ({ accountId, country }) => {
      const member = memberOf(people.get(accountId), db.now)
      if (!work || !member) return false
      const viewer = await age.seenFrom(db, member, country)
      const right = (await access.mayView(db, { viewer, country }, [work])).get(workId)
      return right !== undefined && (right.canView || (right.isThere && accountId === guestId))
    }),
  )
  return seated.filter((_who, place) => !mayWatch[place])
}
