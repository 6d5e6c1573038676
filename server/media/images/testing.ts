// Pictures and a place to keep them, for tests. The pictures are coloured noise.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import type { Clock } from '#server/platform/clock/clock.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { store, useStore } from '#server/platform/storage/store.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

/** A storage of one's own; resolves with what takes it away again. */
async function temporaryStore(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-media-'))
  useStore(diskStorage(folder, randomBytes(32)))
  useSecret(randomBytes(32))
  // What still works in it writes meanwhile.
  return () => rm(folder, { recursive: true, maxRetries: 10 })
}

/** A database and a storage of one's own; `close` takes both away. */
export async function ownPlace(clock?: Clock): Promise<{ db: Database; close: () => Promise<void> }> {
  const removeStore = await temporaryStore()
  const db = connect({ connection: await cloneDatabase(), ...(clock && { clock }) })
  await migrateJobs(db)
  const close = async () => {
    await db.close()
    await removeStore()
  }
  return { db, close }
}

/** A file as the HTTP layer hands it over. */
export function received(bytes: Buffer, name = 'picture.jpg'): Promise<ReceivedFile> {
  return store.receive(Readable.from([bytes]), { field: 'file', name, maxBytes: 30_000_000, sealed: false })
}

export function noise(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
}
