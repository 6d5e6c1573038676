// Footage on its way in: a film that a right opens, or a teaser that anyone may see. Answered at once, worked on afterwards.
// Promises: sniffed and looked into before the upload is answered; what is served was encoded here and carries nothing but picture and
// sound; the work tells how far it is, survives a restart, and is done by one process at a time.
// Leaves to others: running ffmpeg safely (platform/ffmpeg), who may see it (files, access), where it is published (works).
import { randomUUID } from 'node:crypto'
import * as files from '#server/media/files/files.ts'
import { queue } from '#server/media/footage/processing.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { containerOf, ownFilm } from '#server/platform/ffmpeg/containers.ts'
import { FfmpegFailed } from '#server/platform/ffmpeg/ffmpeg.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

export interface Intake {
  purpose: 'video' | 'teaser'
  ownerId: string
  /** Named beforehand by whoever must know what is there should the process die in between. */
  fileId?: string
  /** Cleaned. */
  name?: string
}

/** Resolves when the work on it has ended, well or badly, or was put down because the process stops: its status tells. */
export const worked = (db: Database, fileId: string): Promise<void> => queue.begin(db, fileId)

/** Longer is refused: 4 hours of a film, a minute of a teaser. */
const longestSeconds = { video: 4 * 3600, teaser: 60 } as const

/**
 * Takes received footage in and answers it `created`: its status and its push say when it is finished.
 * @throws file_type_not_allowed, file_unreadable, file_too_long, each on the field it came in
 */
export async function receive(
  db: Database,
  upload: ReceivedFile,
  { purpose, ownerId, fileId: id = randomUUID(), name = '' }: Intake,
): Promise<files.StoredFile> {
  const sniffed = (await containerOf(upload, 'footage')) ?? refuseField(upload.field, 'file_type_not_allowed')
  if (sniffed === 'broken') return refuseField(upload.field, 'file_unreadable')
  const { durationMs, picture } = await probed({ path: upload.path, container: sniffed.container }).catch((error: unknown) => {
    if (error instanceof FfmpegFailed) return refuseField(upload.field, 'file_unreadable')
    throw error
  })
  if (!picture) return refuseField(upload.field, 'file_unreadable')
  const longest = longestSeconds[purpose]
  // Half a second of grace: containers round.
  if (durationMs > longest * 1000 + 500) return refuseField(upload.field, 'file_too_long', { seconds: longest })
  await store.keep(upload, files.original(id))
  await db.transaction(async (tx) => {
    await files.add(tx, { id, ownerId, purpose, mediaType: sniffed.mediaType, bytes: upload.bytes, sha256: upload.sha256, name })
    await queue.enqueue(tx, id)
  })
  void queue.begin(db, id)
  return files.get(db, id)
}

/** The bytes of a film that the house itself made of a show (platform/recorder) move into storage. Until it is entered it is nobody's. */
export const keepRecording = (path: string, fileId: string): Promise<void> => store.keep({ path }, files.original(fileId))

/** What was kept is a file of its owner's, as any that was sent. After the commit it is worked on (`worked`). */
export async function enterRecording(
  tx: Tx,
  { id, ownerId, bytes, sha256, name }: Pick<ReceivedFile, 'bytes' | 'sha256' | 'name'> & { id: string; ownerId: string },
): Promise<void> {
  await files.add(tx, { id, ownerId, purpose: 'video', mediaType: ownFilm, bytes, sha256, name })
  await queue.enqueue(tx, id)
}

/** What was kept is entered for nobody. */
export const forgetRecording = (fileId: string): Promise<void> => store.remove(files.original(fileId))
