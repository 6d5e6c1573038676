// What every kind asks of what a creator sent.
import { isListed, kindNames } from '#contract/catalogue/kind-names.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'
import { removedAmong, type Audience, type Kind } from '#server/catalogue/works/queries.ts'

/** Without the sign that people type before them, in lower case, each once. */
export function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) => terms.cleanText(tag).replaceAll(/\s+/g, ' ').replace(/^#+/, '').trim().toLowerCase())
  return [...new Set(clean)].filter((tag) => tag !== '')
}

/**
 * Its price, in hundredths of a token: undefined stays as it was.
 * @throws price_without_sale
 */
export function priceOf(audience: Audience, sent: number | undefined, before: number): number {
  if (audience === 'ppv') return sent ?? before
  return sent ? refuseField('price', 'price_without_sale') : 0
}

interface Claim {
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

interface Files {
  media: readonly string[]
  preview: string | null
  teaser: string | null
}

const allOf = ({ media, preview, teaser }: Files) => [...media, ...[preview, teaser].filter((id) => id !== null)]

/**
 * What staff took down comes back by none of a creator's own files: not by the same one, nor by a copy that was in the library before.
 * @param before what stands in the work already and is not asked about again
 * @throws file_blocked
 */
export async function refuseRemovedFiles(db: Db, kind: Kind, after: Files, before?: Files): Promise<void> {
  const there = new Set(before ? allOf(before) : [])
  const ids = allOf(after).filter((id) => !there.has(id))
  if (ids.length === 0) return
  const removed = new Set([...(await fingerprints.blockedAmong(db, ids)), ...(await removedAmong(db, ids))])
  const named = isListed(kind) ? kindNames[kind] : { media: 'fileIds', preview: 'previewId' }
  if (after.media.some((id) => removed.has(id))) refuseField(named.media, 'file_blocked')
  if (after.preview && removed.has(after.preview)) refuseField(named.preview, 'file_blocked')
  if (after.teaser && removed.has(after.teaser)) refuseField('teaserId', 'file_blocked')
}
