// Bytes that people uploaded: what each file is for, how far it is, what was derived from it, and the only way it leaves the house.
// Promises: a protected picture is served by a short-lived address that is bound to its viewer, and only while that viewer
// has the right: the right is asked anew at every request, so losing it closes the address within seconds.
// Leaves to others: reading and deriving pictures (images), and who has the right (`MayServe`, which the catalogue answers).
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { original } from '#server/media/files/ending.ts'
import * as queries from '#server/media/files/queries.ts'

export { publicUrl, signedFor, signedUrl } from '#server/media/files/addresses.ts'
export {
  serveMedia,
  useLeaving,
  useMayServe,
  useWithheld,
  withheldName,
  type Leaving,
  type Question,
  type Verdict,
  type Withheld,
} from '#server/media/files/serving.ts'
export { lockedForm, openForm, previewForm, teaserForm, tintOf, type Audience } from '#server/media/files/forms.ts'
export { markSecret, mostPixels, unmarked, useNamesIn } from '#server/media/files/marking.ts'
export { bytesSince, filesAmong as among, setTint, viewed, viewers, withoutTint } from '#server/media/files/queries.ts'
export { purposes } from '#server/media/files/queries.ts'
export type { Derived, Purpose, Rendition, Step, StoredFile } from '#server/media/files/queries.ts'

export { fail, finish, forget, forgetOf, giveUp, isHopeless, original, withdraw } from '#server/media/files/ending.ts'
export { bytesPlace } from '#server/media/files/playlists.ts'
export { keepLighter, lightenable, lighterName, withoutLighter, type Lighter } from '#server/media/files/lighter.ts'
export { isLeftToWorkers, leaveToWorkers, processingQueue, type Processing } from '#server/media/files/processing-queue.ts'

/** The files among these that exist, by id. */
export const find: (db: Db, ids: readonly string[]) => Promise<Map<string, queries.StoredFile>> = gatheredById(
  queries.files,
  ({ id }) => id,
)

/** Every key of storage that files lie under at this instant: what is served, and what is still to be worked on. */
export async function storedKeys(db: Db): Promise<string[]> {
  return (await queries.storedKeys(db)).map(({ key, id }) => key ?? original(id))
}

/** A file that is known to be there. */
export async function get(db: Db, id: string): Promise<queries.StoredFile> {
  const [file] = await queries.files(db, [id])
  if (!file) throw new Error(`the file ${id} is gone`)
  return file
}

/** What somebody has uploaded, newest first. */
export function ofOwner(
  db: Db,
  ownerId: string,
  wanted: queries.Wanted,
  paging: { limit: number; offset: number },
): Promise<{ rows: queries.StoredFile[]; total: number }> {
  return queries.ofOwner(db, ownerId, wanted, paging)
}

export interface NewFile {
  id: string
  ownerId: string
  purpose: queries.Purpose
  mediaType: string
  bytes: number
  sha256: string
  /** Cleaned, at most 200 characters. */
  name?: string
}

/** Enters a file that has just arrived; nothing is derived from it yet. */
export function add(tx: Tx, file: NewFile): Promise<void> {
  return queries.insert(tx, file)
}

/** Takes a file to work on. False when it is finished, or when somebody else is at it. */
export function claim(tx: Tx, id: string): Promise<boolean> {
  return queries.claim(tx, id)
}

/** How far the work is, from 0 to 100, and that it goes on. False when it is to stop: the file is gone or decided. */
export function progress(tx: Tx, id: string, percent: number): Promise<boolean> {
  return queries.setProgress(tx, id, percent)
}

/** Gives work back that cannot be ended now, so that whoever takes it up need not wait until it counts as dead. */
export function release(tx: Tx, id: string): Promise<void> {
  return queries.release(tx, id)
}
