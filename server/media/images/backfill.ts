// Prints of the pictures that were finished before prints were kept, each looked at once: without one, what staff remove later could come
// in again, and a copy of what they removed before would stay.
import { readFile } from 'node:fs/promises'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { decoding, printsOf } from '#server/media/images/deriving.ts'
import type { Database } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'

const atOnce = 50

/** Goes on until none is left, or until one cannot be decided now: where it was is known, so a restart loses nothing. */
export async function backfillPrints(db: Database): Promise<void> {
  for (;;) {
    const ids = await fingerprints.unprinted(db, atOnce)
    if (ids.length === 0) return
    const known = await files.find(db, ids)
    for (const id of ids) {
      const file = known.get(id)
      if (file?.status === 'finished') await decoding.run(() => fill(db, file))
      await db.transaction((tx) => fingerprints.forgetUnprinted(tx, id))
    }
  }
}

async function fill(db: Database, file: files.StoredFile): Promise<void> {
  const [largest] = Object.values(file.renditions).toSorted((a, b) => b.width - a.width)
  if (!largest) return
  const picture = await readFile(store.localPath(largest.key)).catch(() => undefined)
  // What storage has lost is served to nobody.
  if (!picture) return
  const prints = await printsOf(file, picture)
  const match = await fingerprints.check(db, prints)
  await db.transaction((tx) => fingerprints.keep(tx, file.id, prints))
  if (match) await fingerprints.takeBack(db, file, match, largest.key)
}
