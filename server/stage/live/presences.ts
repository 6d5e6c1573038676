// Who is there where somebody else carries a stream, by that provider's word: what it reports by itself (an event), and what it answers when asked (a
// look). An event that comes late, twice or for nobody whom we let in changes nothing. Time counts only between two ends at which somebody was
// known to be there while the performer's picture came, by a look or by an event: a lost event charges nobody, nor does a clock that jumped (docs/adr/0020).
import { formats } from '#server/platform/http/formats.ts'
import { randomBytes } from 'node:crypto'
import type { MediaRole } from '#contract/stage/live.ts'
import type { ProviderName } from '#contract/stage/providers.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import type { Carried, Side } from '#server/stage/live/engine.ts'
import type { Stream } from '#server/stage/live/queries.ts'
import * as queries from '#server/stage/live/presence-queries.ts'
import type { Part } from '#server/stage/live/presence-queries.ts'
import type { Seat } from '#server/stage/live/providers.ts'
import { wayOf } from '#server/stage/live/sides.ts'

/** What flowed at one look counts until the next, if that comes so soon, and until an end that was heard for no longer than this. */
const mostBetweenMs = 15_000

/** A room or channel of a provider's: a stream's, and its guest's. */
export interface Room {
  streamId: string
  side: Side
}

/** Those whose pictures a stream has rooms for: its performer's, and its guest's, also once nobody is named any more. */
export const sidesOf = async (db: Db, { workId, type, guestId }: Pick<Stream, 'workId' | 'type' | 'guestId'>): Promise<readonly Side[]> =>
  type === 'private' || guestId !== null || (await queries.hadGuestSide(db, workId)) ? ['performer', 'guest'] : ['performer']

const ofGuest = '.guest'
export const channelOf = ({ streamId, side }: Room): string => (side === 'guest' ? `${streamId}${ofGuest}` : streamId)

/** Undefined for a name that we give none of. */
export function roomOf(channel: string): Room | undefined {
  const isGuests = channel.endsWith(ofGuest)
  const streamId = isGuests ? channel.slice(0, -ofGuest.length) : channel
  return formats.uuid(streamId) ? { streamId, side: isGuests ? 'guest' : 'performer' } : undefined
}

const partOf = (role: MediaRole, isUnseen: boolean): Part =>
  wayOf[role].isSending ? 'sends' : isUnseen || role === 'facing' ? 'looks_on' : 'watches'

/** So many windows of one person in one part, as with the engine that comes along: a right is theirs, and not whoever's they would hand it to. */
const mostNames = 8

/**
 * Lets somebody in: answers the name that they have there, which says nothing of who they are.
 * @param keeps the name that they have already, unless they were put out under it; else a new one each time, until they have as many as they may have
 */
export async function letIn(
  tx: Tx,
  { streamId, accountId, role, isUnseen }: Seat,
  { until, keeps, newName = () => randomBytes(12).toString('base64url') }: { until: Date; keeps: boolean; newName?: () => string },
): Promise<string> {
  const seat = { streamId, side: wayOf[role].side, accountId, part: partOf(role, isUnseen) }
  await queries.inTurnOfSeat(tx, seat)
  const before = keeps ? await queries.nameOf(tx, seat) : await queries.nameToReuse(tx, seat, mostNames)
  const name = before ?? newName()
  await queries.admit(tx, { ...seat, name, until })
  return name
}

/** What a provider says happened, by its own clock. */
export type Event = Room & { name: string; session: string; at: Date } & (
    | { what: 'joined' | 'left' }
    | { what: 'sends' | 'stopped'; track: string }
    /** All that they send, where the provider knows of no tracks. */
    | { what: 'is'; tracks: readonly string[] }
  )

/** False for what was heard already. */
export const isNew = queries.rememberEvent

/**
 * Notes what happened. Whoever comes begins to be counted, and with an end that was heard counts what ran until then: otherwise whoever comes and goes
 * between two looks would never be counted.
 * @param counts the provider shows minutes
 * @returns whether whoever is there now was put out under this name
 */
export async function hear(tx: Tx, event: Event, { counts }: { counts: boolean }): Promise<boolean> {
  await queries.inTurn(tx, event.streamId)
  const row = await queries.lock(tx, event)
  if (!row || !isNewer(event, row)) return false
  const { what, session, at } = event
  const isSame = row.isThere && row.session === session
  const tracks = isSame ? row.tracks : []
  const state =
    what === 'left'
      ? { isThere: false, tracks: [] }
      : {
          isThere: true,
          tracks:
            what === 'is'
              ? [...event.tracks]
              : what === 'sends'
                ? [...new Set([...tracks, event.track])]
                : what === 'stopped'
                  ? tracks.filter((each) => each !== event.track)
                  : tracks,
        }
  await queries.put(tx, event, { ...state, session, changedAt: at, heardAt: tx.now, confirmedAt: tx.now })
  if (counts && event.side === 'performer') {
    await queries.beginFlowing(tx, event.streamId)
    await queries.stopFlowing(tx, event.streamId, mostBetweenMs)
  }
  return state.isThere && row.isPutOut
}

/**
 * Within one second a provider's clock does not tell what came first: what ends something comes after what began it, unless another connection began.
 * The end of a connection that another one took the place of is no end.
 */
function isNewer({ what, session, at }: Event, row: queries.Presence): boolean {
  if (row.changedAt !== null && at < row.changedAt) return false
  const isSame = row.session === session
  if (what === 'left' || what === 'stopped') return isSame && row.isThere
  return row.changedAt === null || at > row.changedAt || !isSame || row.isThere
}

/** Who is there, as the provider answered. */
export interface Seen {
  name: string
  session: string
  tracks: readonly string[]
}

/**
 * Notes who is there.
 * @param askedAt before it was asked: what was heard since then is newer
 * @returns the names of those who are there and were put out
 */
export async function look(
  tx: Tx,
  room: Room,
  { askedAt, seen, counts }: { askedAt: Date; seen: readonly Seen[]; counts: boolean },
): Promise<string[]> {
  const there = new Map(seen.map((each) => [each.name, each]))
  await queries.inTurn(tx, room.streamId)
  const rows = await queries.lockRoom(tx, room)
  for (const row of rows) {
    const one = there.get(row.name)
    if (row.heardAt !== null && row.heardAt > askedAt) continue
    if (!one && !row.isThere) continue
    await queries.put(
      tx,
      { ...room, name: row.name },
      one
        ? {
            isThere: true,
            session: one.session,
            tracks: [...one.tracks],
            changedAt: row.changedAt,
            heardAt: row.heardAt,
            confirmedAt: askedAt,
          }
        : { ...row, isThere: false, tracks: [] },
    )
  }
  if (counts && room.side === 'performer') {
    await queries.flow(tx, room.streamId, { at: askedAt, mostMs: mostBetweenMs })
    await queries.stopFlowing(tx, room.streamId, 0)
  }
  return rows.filter(({ name, isPutOut }) => isPutOut && there.has(name)).map(({ name }) => name)
}

/** Whom the provider did not show for so long is not there any more: it is away, or its events are lost. */
const freshMs = 30_000

/**
 * What a provider carries by what is known of it.
 * @param run absent: it shows no minutes
 * @param isLookedAt false where only its events are heard: then somebody is there no longer than what they were given opens it
 */
export async function carriedBy(
  db: Db,
  provider: ProviderName,
  { run, isLookedAt }: { run: string | undefined; isLookedAt: boolean },
): Promise<ReadonlyMap<string, Carried>> {
  const since = isLookedAt ? new Date(db.now.getTime() - freshMs) : undefined
  const [rows, flows] = await Promise.all([
    queries.there(db, provider, since),
    run === undefined ? Promise.resolve([]) : queries.flows(db, provider),
  ])
  const flowsOf = Map.groupBy(flows, ({ streamId }) => streamId)
  const streams = Map.groupBy(rows, ({ streamId }) => streamId)
  return new Map(
    [...new Set([...streams.keys(), ...flowsOf.keys()])].map((id) => {
      const here = streams.get(id) ?? []
      const sends = (side: Side) => here.some((each) => each.part === 'sends' && each.side === side && each.isSending)
      const those = (part: Part) => [...new Set(here.filter((each) => each.part === part).map(({ accountId }) => accountId))]
      const carried: Carried = {
        isOnAir: sends('performer'),
        isGuestOnAir: sends('guest'),
        guests: here.filter((each) => each.part === 'sends' && each.side === 'guest').map(({ accountId }) => accountId),
        viewers: those('watches'),
        unseen: those('looks_on'),
        facing: [...new Set(here.filter((each) => each.side === 'guest' && each.part !== 'sends').map(({ accountId }) => accountId))],
        run: run ?? '',
        flowed: new Map((flowsOf.get(id) ?? []).map(({ accountId, flowedMs }) => [accountId, flowedMs])),
      }
      return [id, carried] as const
    }),
  )
}

export const senderOf = queries.senderOf

/**
 * Puts somebody out under each name that they are there by or could come in by; they have others from then on. Each is noted as soon as it is done, and
 * one that fails keeps no other in.
 * @param side on that one alone; undefined: on both
 * @param remove how their provider does it
 * @throws what went wrong
 */
export async function putOut(
  db: Database,
  { streamId, accountId, side }: { streamId: string; accountId: string; side: Side | undefined },
  remove: (place: queries.Place) => Promise<unknown>,
): Promise<void> {
  const wrong = await runIsolated(await queries.namesOf(db, { streamId, accountId, side }), async (place) => {
    await remove(place)
    await db.transaction(async (tx) => {
      await queries.inTurn(tx, streamId)
      await queries.putOut(tx, place)
      await queries.stopFlowing(tx, streamId, mostBetweenMs)
    })
  })
  throwAll(wrong)
}
