// Photos on their way, for tests of what waits for them.
import { randomUUID } from 'node:crypto'
import * as files from '#server/media/files/files.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/** A file that has arrived and is being worked on. */
export async function unfinished(db: Database, owner: Member, purpose: 'photo' | 'video' | 'teaser'): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const mediaType = purpose === 'photo' ? 'image/jpeg' : 'video/mp4'
    await files.add(tx, { id, ownerId: owner.accountId, purpose, mediaType, bytes: 1000, sha256: id.replaceAll('-', '').repeat(2) })
    await files.claim(tx, id)
  })
  return id
}

/** Its work ended well. */
export async function finish(db: Database, id: string, facts: Partial<files.Derived> = {}): Promise<void> {
  const large = { key: `none/${id}`, width: 160, height: 120, bytes: 1000 }
  const derived = { width: 160, height: 120, blur: 'data:image/webp;base64,AA', renditions: { large, thumbnail: large }, ...facts }
  await db.transaction((tx) => files.finish(tx, id, derived))
}
