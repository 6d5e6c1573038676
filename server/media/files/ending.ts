// How work on a file ends: well, badly, or because nobody wants the file any more. What was sent does not outlive any of these.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { store } from '#server/platform/storage/store.ts'
import '#server/media/files/events.ts'
import * as queries from '#server/media/files/queries.ts'

/** Where what was sent lies in storage until it has been worked on. Nothing ever serves it. */
export const original = (fileId: string) => `originals/${fileId}`

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

/** Nothing can be made of it, and what was sent of it goes. */
export async function giveUp(db: Database, id: string): Promise<void> {
  await db.transaction((tx) => fail(tx, id))
  await store.remove(original(id))
}

const longestMs = 24 * 3600_000

/** What was tried for a day and failed, for whatever reason, always will. */
export function isHopeless({ createdAt }: Pick<queries.StoredFile, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > longestMs
}

/** What was finished turns out to be what may not be here: nothing of it is served from now on. False when it is not finished. */
export async function withdraw(tx: Tx, id: string): Promise<boolean> {
  const withdrawn = await queries.withdraw(tx, id)
  if (!withdrawn) return false
  await announce(tx, 'file.processed', { fileId: id, ownerId: withdrawn.ownerId, status: 'error' })
  removeAfter(tx, withdrawn.keys)
  return true
}

/** Forgets a file and, once that is certain, its bytes. A file that is in use stays: the database refuses. */
export async function forget(tx: Tx, id: string): Promise<void> {
  const keys = await queries.remove(tx, id)
  removeAfter(tx, [original(id), ...keys])
}

/**
 * Forgets all files of somebody who is gone, each by itself; what still stands somewhere (in what others bought, in what staff keep) stays. Tells how many went.
 */
export async function forgetOf(db: Database, ownerId: string): Promise<number> {
  let forgotten = 0
  for (let after: string | null = null; ; ) {
    const ids: string[] = await queries.idsOf(db, ownerId, after, 200)
    for (const id of ids)
      await db
        .transaction((tx) => forget(tx, id))
        .then(
          () => forgotten++,
          (error: unknown) => {
            if ((error as { code?: string }).code !== '23503' && (error as { code?: string }).code !== '23001') throw error
          },
        )
    const last = ids.at(-1)
    if (last === undefined || ids.length < 200) return forgotten
    after = last
  }
}

function removeAfter(tx: Tx, keys: readonly string[]): void {
  tx.afterCommit(() => {
    for (const key of keys) void store.remove(key).catch(() => {})
  })
}
