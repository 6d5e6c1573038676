// Pictures on their way in: sniffed by their bytes, decoded, and encoded anew in the sizes that their purpose needs.
// Promises: what is served is never a byte that somebody sent; metadata is gone; the work survives a restart; a small picture
// is finished when its upload is answered.
// The original is thrown away once the renditions stand: it may say where its creator lives, and nothing ever serves it.
// Leaves to others: whose file it is used in (works) and who may see it (files, access).
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as files from '#server/media/files/files.ts'
import { deriving } from '#server/media/images/deriving.ts'
import type { PicturePurpose } from '#server/media/images/renditions.ts'
import { sniff } from '#server/media/images/sniff.ts'
import type { Database } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

export { placeholderOf, render } from '#server/media/images/renditions.ts'
export { sniff } from '#server/media/images/sniff.ts'

// Two pictures are made at a time (deriving.ts); each with a core of its own at most, so that calls go on being answered.
sharp.concurrency(1)
sharp.cache(false)

/** How long an upload waits for its picture before it answers `processing`. */
const patienceMs = 5000
/** The job is only the safety net: the process that took the upload begins at once. */
const netSeconds = 30
/** With their growing pauses a little more than the day after which it is given up. */
const netTries = 15

export interface Intake {
  purpose: PicturePurpose
  ownerId: string
  /** Named beforehand by whoever must know what is there should the process die in between. */
  fileId?: string
  /** What its sender called it, cleaned. */
  name?: string
}

/**
 * Takes a received picture in. Answers it `finished`, or `processing` when it takes longer than five seconds or cannot be ended now,
 * because a list that has to be asked does not answer: then the job tries again, and says what is wrong.
 * @throws file_type_not_allowed, file_unreadable, file_blocked, each on the field it came in
 */
export async function receive(db: Database, upload: ReceivedFile, intake: Intake): Promise<files.StoredFile> {
  const fileId = await take(db, upload, intake)
  await Promise.race([deriving(db, fileId).catch(() => {}), patience()])
  return settled(db, fileId, upload.field)
}

/**
 * A face, a cover, or what its taker goes on with at once: waits until it is there.
 * @throws file_type_not_allowed, file_unreadable, file_blocked
 */
export async function receivePicture(db: Database, upload: ReceivedFile, intake: Intake): Promise<{ fileId: string }> {
  const fileId = await take(db, upload, intake)
  try {
    await deriving(db, fileId)
  } catch (error) {
    // Its sender hears that it failed and sends it again: this one would be nobody's.
    await db.transaction((tx) => files.forget(tx, fileId))
    throw error
  }
  await settled(db, fileId, upload.field)
  return { fileId }
}

async function take(
  db: Database,
  upload: ReceivedFile,
  { purpose, ownerId, fileId: id = randomUUID(), name = '' }: Intake,
): Promise<string> {
  const mediaType = await sniff(upload)
  await store.keep(upload, files.original(id))
  await db.transaction(async (tx) => {
    await files.add(tx, { id, ownerId, purpose, mediaType, bytes: upload.bytes, sha256: upload.sha256, name })
    await addJob(
      tx,
      'images.derive',
      { fileId: id },
      {
        key: `images.derive:${id}`,
        maxAttempts: netTries,
        ...(files.isLeftToWorkers() ? { isAwaited: true } : { runAt: new Date(tx.now.getTime() + netSeconds * 1000) }),
      },
    )
  })
  return id
}

async function settled(db: Database, fileId: string, field: string): Promise<files.StoredFile> {
  const file = await files.get(db, fileId)
  if (file.status === 'error') return refuseField(field, file.failure === 'blocked' ? 'file_blocked' : 'file_unreadable')
  return file
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
}
