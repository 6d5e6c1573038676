// From the tapes of a show that is over to a video of its performer: through the same pipeline and review as whatever they upload. Or to a sealed film, where
// staff cut the show (withheld.ts).
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as footage from '#server/media/footage/footage.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import * as recorder from '#server/platform/recorder/recorder.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import * as streams from '#server/stage/live/queries.ts'
import * as queries from '#server/stage/live/recording/queries.ts'
import { withheldKey } from '#server/stage/live/recording/withheld.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

export const prepareJob = 'live.prepare_recording'

/** What is shorter was a trial, and makes no video. */
const leastSeconds = 10
/** As long as a video may be. */
const mostSeconds = 4 * 3600
/** Where the tapes of a show lie until it is settled. */
export const placeOf = (streamId: string) => store.localPath(`work/recording-${streamId}`)

/** Whoever has it in hand for longer has died. */
const heldMs = 2 * 3_600_000
/** What went wrong without the tapes' fault (a full disk, a machine that stops) is tried again after so long, and the tapes stay. */
const restMs = 60_000

/** One at a time takes it in hand. @param from the process that taped it and hands it on */
export async function prepare(db: Database, { streamId, from }: { streamId: string; from: string }): Promise<void> {
  const until = new Date(db.now.getTime() + heldMs)
  if (!(await db.transaction((tx) => queries.take(tx, streamId, { by: randomUUID(), from, until })))) return
  try {
    await make(db, streamId)
  } catch (error) {
    await db.transaction((tx) => queries.letGo(tx, streamId, new Date(tx.now.getTime() + restMs)))
    throw error
  }
}

/** Takes away the tapes of what is settled: whoever settled it may have died before they did. */
export async function sweep(db: Database): Promise<void> {
  const names = await readdir(store.localPath('work')).catch(() => [])
  const ids = names.flatMap((name) => /^recording-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])
  if (ids.length === 0) return
  const kept = new Set(await queries.unsettled(db, ids))
  for (const id of ids) if (!kept.has(id)) await rm(placeOf(id), { recursive: true, force: true })
}

/** Whoever comes after one that died does it again. The file of a recording bears the id of its show. */
async function make(db: Database, streamId: string): Promise<void> {
  const [recording] = await queries.recordings(db, [streamId])
  const [stream] = await streams.streams(db, [streamId])
  if (!recording || !stream || stream.status !== 'ended' || (recording.state !== 'asked' && recording.state !== 'preparing')) return
  await db.transaction((tx) => queries.prepare(tx, streamId))
  await settleBy(db, stream)
  await rm(placeOf(streamId), { recursive: true, force: true })
}

async function settleBy(db: Database, stream: streams.Stream): Promise<void> {
  const isCutNow = await isCut(db, stream)
  const film = join(placeOf(stream.workId), 'film')
  const joined = await joinTapes(stream.workId, film, isCutNow ? 'browser' : 'pipeline')
  if (typeof joined === 'string') return settleAlone(db, stream, { state: 'failed', reason: joined })
  if (isCutNow) return withhold(db, stream, { path: film, mediaType: joined.mediaType })
  if (joined.seconds < leastSeconds) return settleAlone(db, stream, { state: 'short' })
  if (await handOn(db, stream, film)) return void footage.worked(db, stream.workId)
  return settleBy(db, stream)
}

/** The film of a show becomes a video of its performer. False where the show was cut meanwhile: then its bytes are gone from storage again. */
export async function handOn(db: Database, stream: streams.Stream, film: string): Promise<boolean> {
  const measures = await measured(film)
  await footage.keepRecording(film, stream.workId)
  // Whoever takes the show down waits for this, or is seen here: there is no film in the library of what they took down.
  const isHandedOn = await db.transaction(async (tx) => {
    await works.lockExclusive(tx, stream.workId)
    if (await isCut(tx, stream)) return false
    await publish(tx, stream, measures)
    return true
  })
  if (!isHandedOn) await footage.forgetRecording(stream.workId)
  return isHandedOn
}

/** Makes one film of what was taped, or says why there is none. */
async function joinTapes(
  streamId: string,
  film: string,
  reader: 'pipeline' | 'browser',
): Promise<recorder.Joined | 'nothing_taped' | 'unreadable'> {
  const folder = placeOf(streamId)
  const tapes = await tapesIn(folder)
  if (tapes.length === 0) return 'nothing_taped'
  await rm(film, { force: true })
  const joined = await recorder.join({ tapes, film, folder, mostSeconds, reader }).catch((error: unknown) => {
    if (error instanceof recorder.JoiningFailed) return 'unreadable' as const
    throw error
  })
  if (joined === 'unreadable' || joined.packets === 0) return 'unreadable'
  return joined.pictures === 0 ? 'nothing_taped' : joined
}

async function tapesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const paths = names
    .filter((name) => name.endsWith('.tape'))
    .toSorted()
    .map((name) => join(folder, name))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  return paths.filter((_path, place) => (sizes[place] ?? 0) > 0)
}

/** Staff ended it, or took it down since. */
async function isCut(db: Db, { workId, endedWhy }: streams.Stream): Promise<boolean> {
  return endedWhy === 'staff' || (await works.find(db, [workId])).get(workId)?.state === 'removed'
}

/** It is sealed away: the next one who decides about the show may need it, and nobody else sees it. */
async function withhold(db: Database, stream: streams.Stream, { path, mediaType }: { path: string } & queries.Film): Promise<void> {
  const sealed = await store.receive(createReadStream(path), { field: 'film', name: '', maxBytes: Number.MAX_SAFE_INTEGER, sealed: true })
  await store.keep(sealed, withheldKey(stream.workId))
  await db.transaction(async (tx) => {
    if (!(await settle(tx, stream, { state: 'withheld', reason: 'cut', filmType: mediaType }))) return
    const { workId: id, performerId } = stream
    await record(tx, { action: 'live.recording_withheld', subject: { kind: 'work', id }, detail: { performerId } })
  })
}

async function measured(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** A video of its own, with the title of the show. Where its words or its price may not stand any more, the film is in its performer's library. */
async function publish(tx: Tx, stream: streams.Stream, measures: { bytes: number; sha256: string }): Promise<void> {
  const { workId: id, performerId: ownerId, description } = stream
  const recording = await queries.lock(tx, id)
  const work = (await works.find(tx, [id])).get(id)
  if (!recording || recording.settledAt || !work) return
  const { title } = work
  await footage.enterRecording(tx, { id, ownerId, name: title, ...measures })
  const { audience, price } = recording
  try {
    const videoId = await videos.publish(tx, ownerId, { title, description, audience, price, video: id })
    await settle(tx, stream, { state: 'made', videoId })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await settle(tx, stream, { state: 'failed', reason: 'refused' })
  }
}

const settleAlone = (db: Database, stream: streams.Stream, outcome: queries.Outcome) =>
  db.transaction(async (tx) => void (await settle(tx, stream, outcome)))

/** Its performer hears what became of it. False when it was settled before. */
async function settle(tx: Tx, { workId: streamId, performerId }: streams.Stream, outcome: queries.Outcome): Promise<boolean> {
  if (!(await queries.settle(tx, streamId, outcome))) return false
  await notifications.tell(tx, {
    to: [performerId],
    event: outcome.state === 'failed' ? `recording_${outcome.reason}` : `recording_${outcome.state}`,
    topic: `recording ${streamId}`,
    source: `recording ${streamId}`,
    at: tx.now,
    about: { kind: 'work', id: outcome.state === 'made' ? outcome.videoId : streamId },
  })
  await rooms.tellOfStream(tx, streamId)
  return true
}
