// Bytes that people uploaded: what each file is for, how far it is, what was derived from it, and the only way it leaves the house.
// Promises: a protected picture is served by a short-lived address that is bound to its viewer, and only while that viewer
// has the right: the right is asked anew at every request, so losing it closes the address within seconds.
// Leaves to others: reading and deriving pictures (images), and who has the right (`MayServe`, which the catalogue answers).
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { store } from '#server/platform/storage/store.ts'
import '#server/media/files/events.ts'
import * as queries from '#server/media/files/queries.ts'

export { publicUrl, signedFor, signedUrl } from '#server/media/files/addresses.ts'
export { serveMedia, useMayServe, type MayServe, type Question, type Verdict } from '#server/media/files/serving.ts'
export { lockedForm, openForm, previewForm, smallerRenditions, teaserForm, type Audience } from '#server/media/files/forms.ts'
export type { Derived, Facts, Failure, Purpose, Rendition, Step, StoredFile, Wanted } from '#server/media/files/queries.ts'

export { bytesPlace } from '#server/media/files/playlists.ts'
export { workshop, type Bench, type Workshop } from '#server/media/files/workshop.ts'

/** Where what was sent lies in storage until it has been worked on. Nothing ever serves it. */
export const original = (fileId: string) => `originals/${fileId}`

/** The files among these that exist, by id. */
export async function find(db: Db, ids: readonly string[]): Promise<Map<string, queries.StoredFile>> {
  if (ids.length === 0) return new Map()
  return new Map((await queries.files(db, ids)).map((file) => [file.id, file]))
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

/** Gives work back that this process cannot end, so that the next one need not wait. */
export function release(tx: Tx, id: string): Promise<void> {
  return queries.release(tx, id)
}

/** Everything that was wanted of the file is there. False when it was decided before, or is gone. */
export async function finish(tx: Tx, id: string, derived: queries.Derived): Promise<boolean> {
  const ownerId = await queries.finish(tx, id, derived)
  if (ownerId) await announce(tx, 'file.processed', { fileId: id, ownerId, status: 'finished' })
  return ownerId !== undefined
}

/** Nothing can be made of it. False when it was decided before. */
export async function fail(tx: Tx, id: string, failure: queries.Failure = 'unreadable'): Promise<boolean> {
  const ownerId = await queries.fail(tx, id, failure)
  if (ownerId) await announce(tx, 'file.processed', { fileId: id, ownerId, status: 'error' })
  return ownerId !== undefined
}

/** Forgets a file and, once that is certain, its bytes. A file that is in use stays: the database refuses. */
export async function forget(tx: Tx, id: string): Promise<void> {
  const keys = await queries.remove(tx, id)
  tx.afterCommit(() => {
    for (const key of keys) void store.remove(key).catch(() => {})
  })
}
