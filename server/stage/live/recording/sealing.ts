// A show is taken down whose film lies in its performer's library, because it may not be a video: it is sealed like that of any show that staff cut, unless a
// work of theirs shows it by now, which is decided about for itself.
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { store } from '#server/platform/storage/store.ts'
import * as streams from '#server/stage/live/queries.ts'
import * as queries from '#server/stage/live/recording/queries.ts'
import { withheldKey } from '#server/stage/live/recording/withheld.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

export const sealJob = 'live.seal_refused'

const againMs = 60_000

/** Staff took a show down. Of one whose film is nowhere else there is nothing to do. */
export async function sealLater(tx: Tx, streamId: string, runAt: Date = tx.now): Promise<void> {
  const [recording] = await queries.recordings(tx, [streamId])
  if (recording?.reason === 'refused') await addJob(tx, sealJob, { streamId }, { key: `${sealJob}:${streamId}`, runAt })
}

export async function seal(db: Database, streamId: string): Promise<void> {
  const [recording] = await queries.recordings(db, [streamId])
  const film = (await files.find(db, [streamId])).get(streamId)
  if (recording?.reason !== 'refused' || !film || film.status === 'error' || (await works.ofFile(db, streamId)).length > 0) return
  // Its best picture is there when the work on it is done.
  const best = film.facts.hls?.[0]
  const key = best && film.renditions[`s${best.name}`]?.key
  if (!key) return db.transaction((tx) => sealLater(tx, streamId, new Date(tx.now.getTime() + againMs)))
  const bytes = store.read(key)
  const sealed = await store.receive(bytes, { field: 'film', name: '', maxBytes: Number.MAX_SAFE_INTEGER, sealed: true })
  await store.keep(sealed, withheldKey(streamId))
  await db.transaction((tx) => takeOut(tx, streamId))
}

/** Should a work show it in this very moment, the database refuses, and it stays. */
async function takeOut(tx: Tx, streamId: string): Promise<void> {
  const [stream] = await streams.streams(tx, [streamId])
  if (!stream || !(await queries.sealRefused(tx, streamId, 'video/mp4'))) return
  await files.forget(tx, streamId)
  const { performerId } = stream
  await record(tx, { action: 'live.recording_withheld', subject: { kind: 'work', id: streamId }, detail: { performerId } })
  await notifications.tell(tx, {
    to: [performerId],
    event: 'recording_withheld',
    topic: `recording ${streamId}`,
    source: `recording ${streamId} sealed`,
    at: tx.now,
    about: { kind: 'work', id: streamId },
    replaces: true,
  })
  await rooms.tellOfStream(tx, streamId)
}
