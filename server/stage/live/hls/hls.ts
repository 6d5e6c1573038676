// Watching by HLS (docs/adr/0022): a stream that the engine carries, some seconds late, for whoever may watch and takes no WebRTC. encoding.ts makes it while
// somebody asks, serving.ts lets it out, snapshots.ts takes the picture on a live card.
// Promises: the right is the one that opens the stream, asked at every playlist and segment; whoever lost it gets no further one after two seconds; no show that
// is paid for by the minute is ever made; who watches is counted, each once, and watches one stream so: nobody takes more than one of the places that there
// are; nothing is written for a request but once in twenty seconds for whoever asks.
import { hlsTypes } from '#contract/stage/hls.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { nothing, type Carried } from '#server/stage/live/engine.ts'
import { addressOf } from '#server/stage/live/hls/addresses.ts'
import * as queries from '#server/stage/live/hls/queries.ts'
import * as streams from '#server/stage/live/queries.ts'
import { refuseUnseen, standingOf } from '#server/stage/live/showing.ts'

/** About so late it is seen: two or three segments, and one that is being made. */
const secondsLate = 8
/** A page asks for the playlist every two seconds. That it does is written down no more often than this, however many processes answer it. */
const notedMs = 20_000
/** Whose last asking that was written down is older does not watch. */
const watchedMs = notedMs + 10_000
/** It goes on being made for so long after anybody asked. */
export const wantedMs = 60_000
/** So many watch one stream so: each is two megabits a second that this site sends itself. */
const mostViewers = 500
/** Staff who look on are on record once, however often their page asks. */
const recordedMs = 60_000

let mostRuns = 0

/** Wired once at start. @param most so many streams are made at once; 0: none is */
export function useHls({ most }: { most: number }): void {
  mostRuns = most
}

export const mostAtOnce = (): number => mostRuns

/** Where the files of a stream lie while it is made. */
export const placeOf = (streamId: string): string => store.localPath(`work/hls-${streamId}`)

const isOffered = ({ type, provider }: Pick<streams.Stream, 'type' | 'provider'>): boolean =>
  mostRuns > 0 && provider === 'embedded' && (hlsTypes as readonly string[]).includes(type)

const before = (db: Db, ms: number) => new Date(db.now.getTime() - ms)

/** @throws not_found, stream_ended, stream_not_begun, birth_date_required, stream_locked; webrtc_only for a show by the minute, or one that somebody else carries; stream_full, watched_elsewhere for a page that waits while another stream was asked for */
export async function watch(
  db: Database,
  reader: access.Reader & { viewer: Member },
  { id, goesOn: isWaiting = false }: { id: string; goesOn?: boolean | undefined },
): Promise<{ url?: string; secondsLate: number }> {
  const { accountId, role } = reader.viewer
  const shown = await standingOf(db, reader, id)
  refuseUnseen(shown)
  const [stream = refuse('not_found')] = await streams.streams(db, [id])
  if (!isOffered(stream)) refuse('webrtc_only')
  const run = await queries.runOf(db, id)
  if (!run && (await queries.countTaken(db, accountId, before(db, wantedMs))) >= mostRuns) refuse('stream_full')
  if ((await queries.count(db, id, before(db, watchedMs))) >= mostViewers) refuse('stream_full')
  const viewing = { streamId: id, accountId, isUnseen: isUnseen(stream, reader.viewer) }
  const asked = await queries.askedAt(db, viewing)
  if (asked === undefined || asked <= before(db, notedMs))
    await db.transaction(async (tx) => {
      if (!isWaiting) await queries.takesPlace(tx, viewing)
      else if (!(await queries.asks(tx, viewing, before(tx, watchedMs)))) refuse('watched_elsewhere')
      if (role === 'staff' && (asked === undefined || asked < before(tx, recordedMs)))
        await record(tx, {
          actorId: accountId,
          action: 'live.watched',
          subject: { kind: 'work', id },
          detail: { performerId: stream.performerId },
        })
    })
  return { ...(run?.isReady && { url: addressOf(id, `${run.run}.m3u8`) }), secondsLate }
}

const isUnseen = ({ performerId }: Pick<streams.Stream, 'performerId'>, { accountId, role }: Member) =>
  role === 'staff' || performerId === accountId

/** For one request of a page that watches. It counts them. `elsewhere`: they may, and watch another one since. */
export async function goesOn(
  db: Database,
  reader: access.Reader & { viewer: Member },
  streamId: string,
): Promise<'yes' | 'no' | 'elsewhere'> {
  const stream = await openTo(db, reader, streamId)
  if (!stream || !isOffered(stream)) return 'no'
  const viewing = { streamId, accountId: reader.viewer.accountId, isUnseen: isUnseen(stream, reader.viewer) }
  const asked = await queries.askedAt(db, viewing)
  if (asked !== undefined && asked > before(db, notedMs)) return 'yes'
  return (await db.transaction((tx) => queries.asks(tx, viewing, before(tx, watchedMs)))) ? 'yes' : 'elsewhere'
}

/** A stream that is live, if it is open to them. */
export async function openTo(db: Db, reader: access.Reader, streamId: string): Promise<streams.Stream | undefined> {
  const [stream] = await streams.streams(db, [streamId])
  const work = (await works.find(db, [streamId])).get(streamId)
  if (stream?.status !== 'live' || !work) return undefined
  const right = (await access.mayView(db, reader, [work])).get(streamId)
  const isOnStage = stream.guestState === 'agreed' && stream.guestId === idOf(reader.viewer)
  return right?.canView || (right?.isThere && isOnStage) ? stream : undefined
}

/** What the engine carries, with who watches by HLS: each once, however they do. */
export async function withViewers(db: Db, carried: ReadonlyMap<string, Carried>): Promise<ReadonlyMap<string, Carried>> {
  const watching = carried.size === 0 ? [] : await queries.viewers(db, before(db, watchedMs))
  if (watching.length === 0) return carried
  const all = new Map(carried)
  for (const { streamId, accountId, isUnseen: looksOn } of watching) {
    const stream = all.get(streamId)
    const part = looksOn ? 'unseen' : 'viewers'
    if (stream && !stream[part].includes(accountId)) all.set(streamId, { ...nothing, ...stream, [part]: [...stream[part], accountId] })
  }
  return all
}

export const putOut = (db: Database, streamId: string, accountId: string): Promise<void> =>
  db.transaction((tx) => queries.putOut(tx, streamId, accountId))

/** What nobody counts any more. */
export const forget = (db: Database): Promise<void> => db.transaction((tx) => queries.forget(tx, before(tx, 3_600_000)))
