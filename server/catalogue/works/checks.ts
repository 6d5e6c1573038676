// What every kind asks of what a creator sent.
import * as files from '#server/media/files/files.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

/** Without the sign that people type before them, in lower case, each once. */
export function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => terms.cleanText(tag).replaceAll(/\s+/g, ' ').replace(/^#+/, '').trim().toLowerCase())
  return [...new Set(clean)].filter((tag) => tag !== '')
}

export interface Claim {
  /** The field of the call that named them. */
  field: string
  ids: readonly string[]
  purpose: files.Purpose
  /** They need not be finished yet (a draft, a video that shows once it is). */
  mayWait: boolean
}

/** @throws file_not_yours for what is another's or meant for another use; file_not_ready, file_blocked */
export async function refuseForeignFiles(db: Db, creatorId: string, claims: readonly Claim[]): Promise<void> {
  const found = await files.find(
    db,
    claims.flatMap(({ ids }) => ids),
  )
  for (const { field, ids, purpose, mayWait } of claims) {
    for (const id of ids) {
      const file = found.get(id)
      if (!file || file.ownerId !== creatorId || file.purpose !== purpose) refuseField(field, 'file_not_yours')
      else if (file.failure === 'blocked') refuseField(field, 'file_blocked')
      else if (file.status === 'error' || (!mayWait && file.status !== 'finished')) refuseField(field, 'file_not_ready')
    }
  }
}
