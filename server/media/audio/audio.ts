// Sound on its way in. Answered at once, worked on afterwards.
// Promises: sniffed and looked into before the upload is answered; what is served was encoded here and carries nothing but sound: no
// names, no cover, no place; the work tells how far it is and survives a restart.
// Leaves to others: running ffmpeg safely (platform/ffmpeg), who may hear it (files, access), where it is published (works).
import { randomUUID } from 'node:crypto'
import { queue } from '#server/media/audio/processing.ts'
import * as files from '#server/media/files/files.ts'
import type { Database } from '#server/platform/db/db.ts'
import { containerOf } from '#server/platform/ffmpeg/containers.ts'
import { FfmpegFailed } from '#server/platform/ffmpeg/ffmpeg.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

export interface Intake {
  ownerId: string
  /** Named beforehand by whoever must know what is there should the process die in between. */
  fileId?: string
  /** Cleaned. */
  name?: string
}

/** Resolves when the work on it has ended, well or badly, or was put down because the process stops: its status tells. */
export const worked = (db: Database, fileId: string): Promise<void> => queue.begin(db, fileId)

/** As long as footage may be. */
const longestSeconds = 4 * 3600

/**
 * Takes received sound in and answers it `created`: its status and its push say when it is finished.
 * @throws file_type_not_allowed, file_unreadable, file_too_long, each on the field it came in
 */
export async function receive(
  db: Database,
  upload: ReceivedFile,
  { ownerId, fileId: id = randomUUID(), name = '' }: Intake,
): Promise<files.StoredFile> {
  const sniffed = (await containerOf(upload, 'sound')) ?? refuseField(upload.field, 'file_type_not_allowed')
  if (sniffed === 'broken') return refuseField(upload.field, 'file_unreadable')
  const { durationMs, picture, sound } = await probed({ path: upload.path, container: sniffed.container }).catch((error: unknown) => {
    if (error instanceof FfmpegFailed) return refuseField(upload.field, 'file_unreadable')
    throw error
  })
  if (picture) return refuseField(upload.field, 'file_type_not_allowed')
  if (!sound) return refuseField(upload.field, 'file_unreadable')
  if (durationMs > longestSeconds * 1000 + 500) return refuseField(upload.field, 'file_too_long', { seconds: longestSeconds })
  await store.keep(upload, files.original(id))
  await db.transaction(async (tx) => {
    await files.add(tx, { id, ownerId, purpose: 'audio', mediaType: sniffed.mediaType, bytes: upload.bytes, sha256: upload.sha256, name })
    await queue.enqueue(tx, id)
  })
  void queue.begin(db, id)
  return files.get(db, id)
}
