// From an original to its renditions. Whoever claims the file does the work; everybody else finds it done.
import { setTimeout as sleep } from 'node:timers/promises'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { placeholderOf, render, renditions, type PicturePurpose } from '#server/media/images/renditions.ts'
import { mayBeDone, type Database } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { store } from '#server/platform/storage/store.ts'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'

/** Decoding is what takes memory: so many pictures at a time, the others wait. */
export const decoding = semaphore(2)

/**
 * Resolves when the file is finished or in error, or when somebody else is at it. Calling it twice does no harm.
 * Rejects when it cannot be decided now: then it is given back, to be taken up again.
 */
export function deriving(db: Database, fileId: string): Promise<void> {
  return files.isLeftToWorkers() ? derived(db, fileId) : decoding.run(() => derive(db, fileId))
}

const lookMs = 100
const mostWaitMs = 30_000

/** By a worker, who had the job in the transaction that added the file. @throws unavailable when none took it up */
async function derived(db: Database, fileId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < mostWaitMs; waitedMs += lookMs) {
    await sleep(lookMs)
    const file = (await files.find(db, [fileId])).get(fileId)
    if (!file || file.status === 'finished' || file.status === 'error') return
  }
  refuse('unavailable')
}

async function derive(db: Database, fileId: string): Promise<void> {
  if (!(await db.transaction((tx) => files.claim(tx, fileId)))) return
  const file = (await files.find(db, [fileId])).get(fileId)
  if (!file) return
  try {
    await decide(db, file)
  } catch (error) {
    await db.transaction((tx) => files.release(tx, fileId))
    throw error
  }
  await store.remove(files.original(fileId))
}

async function decide(db: Database, file: files.StoredFile): Promise<void> {
  const made = await make(db, file)
  if (!made) return files.giveUp(db, file.id)
  let isKept = false
  const leaveWhatMayStand = (error: unknown): never => {
    // These are what it shows then; otherwise they are made again under the same names.
    isKept = mayBeDone(error)
    throw error
  }
  try {
    const prints = await printsOf(file, made.largest)
    const match = await fingerprints.check(db, prints)
    if (match) return await fingerprints.turnAway(db, file, match, files.original(file.id))
    isKept = await db
      .transaction(async (tx) => {
        if (!(await files.finish(tx, file.id, made.derived))) return false
        await fingerprints.keep(tx, file.id, prints)
        await addJob(tx, 'images.lighten', {}, { key: 'images.lighten', maxAttempts: 3 })
        return true
      })
      .catch(leaveWhatMayStand)
  } finally {
    // Turned away, deleted meanwhile, or to be made again: nothing knows of these.
    if (!isKept) await Promise.all(Object.values(made.derived.renditions).map(({ key }) => store.remove(key)))
  }
}

export async function printsOf({ sha256 }: files.StoredFile, picture: Buffer): Promise<fingerprints.Print[]> {
  return [fingerprints.exactPrint(sha256), ...(await fingerprints.picturePrints(picture))]
}

/** Undefined when the picture cannot be read: that is its sender's to hear, not a failure of ours to repeat. */
async function make(db: Database, { id, purpose }: files.StoredFile): Promise<{ derived: files.Derived; largest: Buffer } | undefined> {
  const kept: Record<string, files.Rendition> = {}
  let largest: Awaited<ReturnType<typeof render>> | undefined
  const wanted = Object.entries(renditions[purpose as PicturePurpose])
  for (const [name, size] of wanted) {
    const made = await render(store.localPath(files.original(id)), size).catch(() => undefined)
    if (!made) {
      await Promise.all(Object.values(kept).map(({ key }) => store.remove(key)))
      return undefined
    }
    const key = `renditions/${id}/${name}.jpg`
    await store.put(key, made.bytes)
    kept[name] = { key, width: made.width, height: made.height, bytes: made.bytes.length }
    if (!largest || made.width > largest.width) largest = made
    await db.transaction((tx) => files.progress(tx, id, Math.round((Object.keys(kept).length * 90) / wanted.length)))
  }
  if (!largest) throw new Error(`nothing is wanted of a ${purpose}`)
  const derived = { width: largest.width, height: largest.height, renditions: kept, ...(await placeholderOf(largest.bytes)) }
  return { derived, largest: largest.bytes }
}
