// Long work on a file: one after the other in this process, with a sign of life every few seconds, so that work whose process died is
// taken up by another and work that goes on is not. The job is only the safety net, and holds no worker while the work lasts.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { FfmpegFailed, FfmpegStopped } from '#server/platform/ffmpeg/ffmpeg.ts'
import { queueEncoding } from '#server/platform/ffmpeg/encoding-queue.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { giveUp, isHopeless } from '#server/media/files/ending.ts'
import * as queries from '#server/media/files/queries.ts'
import { store } from '#server/platform/storage/store.ts'

export interface Processing {
  /** From 0 to 100. */
  report(percent: number): void
  /** The process stops, or nobody wants the result any more. */
  signal: AbortSignal
}

export interface ProcessingQueue {
  /** In the transaction that adds the file: whatever happens, it will be worked on. */
  enqueue(tx: Tx, fileId: string): Promise<void>
  /** Resolves when the work has ended, or was put down; at once where it is left to workers. Calling it twice does no harm. */
  begin(db: Database, fileId: string): Promise<void>
  work(jobs: Jobs, db: Database): void
}

let isForWorkers = false

/** Told at start: whether what is uploaded here is worked on by other processes than this one. */
export function leaveToWorkers(isSo: boolean): void {
  isForWorkers = isSo
}

export function isLeftToWorkers(): boolean {
  return isForWorkers
}

const beatMs = 20_000
const netSeconds = 30

/** @param make ends the file itself, well or badly; a reader's failure is the fault of the bytes and ends it as unreadable */
export function processingQueue(
  name: `${string}.derive`,
  make: (db: Database, file: queries.StoredFile, processing: Processing) => Promise<void>,
): ProcessingQueue {
  const going = new Map<string, Promise<void>>()
  const failures = new Map<string, unknown>()
  const enqueue = (tx: Tx, fileId: string) =>
    addJob(
      tx,
      name,
      { fileId },
      { key: `${name}:${fileId}`, runAt: isForWorkers ? tx.now : new Date(tx.now.getTime() + netSeconds * 1000) },
    )
  const begin = async (db: Database, fileId: string): Promise<void> => {
    if (isForWorkers) return
    const before = going.get(fileId)
    if (before) return before
    const now = queueEncoding((signal) => workOn(db, fileId, signal, make))
      .catch((error: unknown) => void (error instanceof FfmpegStopped || failures.set(fileId, error)))
      .finally(() => going.delete(fileId))
    going.set(fileId, now)
    return now
  }
  return {
    enqueue,
    begin,
    work(jobs, db) {
      jobs.handle<{ fileId: string }>(name, async ({ fileId }) => {
        const [file] = await queries.files(db, [fileId])
        if (!file || file.status === 'finished' || file.status === 'error') return
        // Who has waited for longer than this behind others' films, or is being worked on, has not failed.
        if (failures.has(fileId) && isHopeless(file, db.now)) await giveUp(db, fileId)
        else {
          void begin(db, fileId)
          await db.transaction((tx) => enqueue(tx, fileId))
        }
        const failure = failures.get(fileId)
        // Said where failures of jobs are said; the work itself has been queued anew, or given up.
        if (failures.delete(fileId)) throw failure
      })
    },
  }
}

async function workOn(
  db: Database,
  fileId: string,
  stopping: AbortSignal,
  make: (db: Database, file: queries.StoredFile, processing: Processing) => Promise<void>,
): Promise<void> {
  if (!(await db.transaction((tx) => queries.claim(tx, fileId)))) return
  const [file] = await queries.files(db, [fileId])
  if (!file) return
  const unwanted = new AbortController()
  let percent = 0
  let said = Promise.resolve()
  const say = () => {
    said = said
      .then(() => db.transaction((tx) => queries.setProgress(tx, fileId, Math.floor(percent))))
      .then((goesOn) => void (goesOn || unwanted.abort()))
      .catch(() => {})
  }
  const beat = setInterval(say, beatMs)
  try {
    // Away is not unreadable: it is tried again.
    await store.ensureThere()
    await make(db, file, {
      signal: AbortSignal.any([stopping, unwanted.signal]),
      report(now) {
        const isWorthSaying = Math.floor(now / 5) > Math.floor(percent / 5)
        percent = Math.max(percent, Math.min(99, now))
        if (isWorthSaying) say()
      },
    })
  } catch (error) {
    await said
    const isAway = await store.ensureThere().then(
      () => false,
      () => true,
    )
    if (error instanceof FfmpegFailed && !isAway) return await giveUp(db, fileId)
    if (!unwanted.signal.aborted) await db.transaction((tx) => queries.release(tx, fileId))
    throw error
  } finally {
    clearInterval(beat)
    await said
  }
}
