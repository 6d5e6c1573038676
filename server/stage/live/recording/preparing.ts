// From the tapes of a show that is over to a video of its performer: through the same pipeline and review as whatever they upload.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as footage from '#server/media/footage/footage.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import * as recorder from '#server/platform/recorder/recorder.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import * as streams from '#server/stage/live/queries.ts'
import * as queries from '#server/stage/live/recording/queries.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

export const prepareJob = 'live.prepare_recording'

/** What is shorter was a trial, and makes no video. */
const leastSeconds = 10
/** As long as a video may be. */
const mostSeconds = 4 * 3600
/** For so long what staff cut is kept (COMPLIANCE: preserved 180 days); nobody is served it. */
const withheldDays = 180

/** Where the tapes of a show lie until it is settled. */
export const placeOf = (streamId: string) => store.localPath(`work/recording-${streamId}`)
const withheldKey = (streamId: string) => `withheld/${streamId}`

/** Whoever has it in hand for longer has died. */
const heldMs = 2 * 3_600_000

/** One at a time takes it in hand. @param from the process that taped it and hands it on */
export async function prepare(db: Database, { streamId, from }: { streamId: string; from: string }): Promise<void> {
  const until = new Date(db.now.getTime() + heldMs)
  if (!(await db.transaction((tx) => queries.take(tx, streamId, { by: randomUUID(), from, until })))) return
  try {
    await make(db, streamId)
  } catch (error) {
    await db.transaction((tx) => queries.letGo(tx, streamId))
    throw error
  }
}

/** Each step is found done by whoever comes after one that died. The file of a recording bears the id of its show. */
async function make(db: Database, streamId: string): Promise<void> {
  const [recording] = await queries.recordings(db, [streamId])
  const [stream] = await streams.streams(db, [streamId])
  if (!recording || !stream || stream.status !== 'ended' || (recording.state !== 'asked' && recording.state !== 'preparing')) return
  await db.transaction((tx) => queries.prepare(tx, streamId))
  const isThere = (await files.find(db, [streamId])).has(streamId)
  const outcome = isThere ? 'film' : await joinTapes(db, stream)
  await db.transaction(async (tx) => {
    if (outcome === 'film') await publish(tx, stream)
    else await queries.settle(tx, streamId, outcome)
    await rooms.tellOfStream(tx, streamId)
  })
  await rm(placeOf(streamId), { recursive: true, force: true })
}

/** Makes one film of what was taped, and hands it on. */
async function joinTapes(db: Database, stream: streams.Stream): Promise<'film' | 'short' | 'withheld' | 'failed'> {
  const folder = placeOf(stream.workId)
  const tapes = await tapesIn(folder)
  if (tapes.length === 0) return 'short'
  const film = join(folder, 'film.mkv')
  await rm(film, { force: true })
  const joined = await recorder.join({ tapes, film, folder, mostSeconds }).catch((error: unknown) => {
    if (error instanceof recorder.JoiningFailed) return undefined
    throw error
  })
  const isWithheld = await isCut(db, stream)
  if (!joined) return 'failed'
  if (joined.pictures === 0 || (joined.seconds < leastSeconds && !isWithheld)) return 'short'
  if (isWithheld) return withhold(db, stream, film)
  const title = (await works.find(db, [stream.workId])).get(stream.workId)?.title ?? ''
  const { bytes, sha256 } = await measured(film)
  await footage.receiveRecording(db, { path: film, bytes, sha256 }, { ownerId: stream.performerId, fileId: stream.workId, name: title })
  return 'film'
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
async function withhold(db: Database, { workId, performerId }: streams.Stream, film: string): Promise<'withheld'> {
  const sealed = await store.receive(createReadStream(film), { field: 'film', name: '', maxBytes: Number.MAX_SAFE_INTEGER, sealed: true })
  await store.keep(sealed, withheldKey(workId))
  await db.transaction((tx) =>
    record(tx, { action: 'live.recording_withheld', subject: { kind: 'work', id: workId }, detail: { performerId } }),
  )
  return 'withheld'
}

async function measured(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** A video of its own, with the title of the show. Where its words or its price may not stand any more, the film is in its performer's library. */
async function publish(tx: Tx, stream: streams.Stream): Promise<void> {
  const recording = await queries.lock(tx, stream.workId)
  const work = (await works.find(tx, [stream.workId])).get(stream.workId)
  if (!recording || recording.videoId || !work) return
  const draft = {
    title: work.title,
    description: stream.description,
    audience: recording.audience,
    price: recording.price,
    video: stream.workId,
  }
  // Cut after its film was made: the film stays a file that no work shows.
  if (await isCut(tx, stream)) return queries.settle(tx, stream.workId, 'failed')
  try {
    const videoId = await videos.publish(tx, stream.performerId, draft)
    await queries.settle(tx, stream.workId, 'made', videoId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await queries.settle(tx, stream.workId, 'failed')
  }
}

const withheldFrom = (db: Db) => new Date(db.now.getTime() - withheldDays * 86_400_000)

/** Every key that withheld films lie under. */
export async function storedKeys(db: Db): Promise<string[]> {
  return (await queries.withheld(db, { since: withheldFrom(db) })).map(withheldKey)
}

export async function forgetWithheld(db: Database): Promise<void> {
  for (const id of await queries.withheld(db, { before: withheldFrom(db) })) await store.remove(withheldKey(id))
}
