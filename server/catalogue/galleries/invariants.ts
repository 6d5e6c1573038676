// What is true of a gallery after each change: its right opens its active photos, it is shown with at least one, and what was sold stays.
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/galleries/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Described, Work } from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'

export interface Own {
  work: Work
  gallery: queries.Gallery
}

/** One of this creator's own that they have not deleted. @throws not_found for another's */
export async function ownOne(db: Db, creatorId: string, workId: string): Promise<Own> {
  const work = (await works.find(db, [workId])).get(workId)
  const [gallery] = await queries.galleries(db, [workId])
  return work && gallery && work.creatorId === creatorId && !work.deletedAt ? { work, gallery } : refuse('not_found')
}

/** The same to change it: nobody buys or changes it meanwhile. @throws not_found for another's */
export async function lockOwn(tx: Tx, creatorId: string, workId: string): Promise<Own> {
  await works.lockExclusive(tx, workId)
  return ownOne(tx, creatorId, workId)
}

export interface Change {
  /** What its creator wrote; left out, it stays. */
  written?: Described
  /** Left out, it stays as it is. */
  isDraft?: boolean | undefined
  /** What readers would see is not what staff approved. */
  needsReview: boolean
}

/**
 * Writes a gallery as its photos stand now.
 * @throws media_is_sold, price_is_sold, needs_a_photo, and all of works.update()
 */
export async function keepInStep(tx: Tx, { work, gallery }: Own, change: Change): Promise<void> {
  const { media, isReady } = await mediaOf(tx, work)
  const before = works.describedOf(work, gallery.description)
  const after = change.written ?? before
  if (await access.isSold(tx, work.id)) {
    if (!(await keeps(tx, work.media, media)) || (await showsUnseen(tx, work.media, media))) refuse('media_is_sold')
    if (after.price > before.price) refuse('price_is_sold')
  }
  const wasDraft = work.state === 'draft'
  const goesOut = wasDraft && gallery.publishWhenReady && isReady && change.isDraft !== true
  const isDraft = change.isDraft ?? (wasDraft && !goesOut)
  if (!isDraft && !isReady) refuse('needs_a_photo')
  const { needsReview } = change
  await works.update(tx, work, { ...after, ...aGallery, words: after.description, pinned: work.pinned, media, isDraft, needsReview })
  const publishWhenReady = isDraft && change.isDraft !== true && gallery.publishWhenReady
  await queries.update(tx, work.id, { description: after.description, publishWhenReady })
  if (publishWhenReady && media.length > 0) {
    await addJob(tx, waitingJob, { workId: work.id }, { key: `${waitingJob}:${work.id}`, runAt: new Date(tx.now.getTime() + 10_000) })
  }
}

/** The job that looks again: a photo may be finished in the very moment in which its gallery begins to wait for it. */
export const waitingJob = 'galleries.settle_waiting'

export const aGallery = { medium: 'photo' } as const

/** The files that its right opens, and whether one of them can be looked at. */
export async function mediaOf(db: Db, { id }: Pick<Work, 'id'>): Promise<{ media: string[]; isReady: boolean }> {
  const active = (await queries.photosOf(db, [id])).filter(({ isActive }) => isActive).map(({ fileId }) => fileId)
  const stored = await files.find(db, active)
  const media = active.filter((fileId) => stored.get(fileId)?.status !== 'error')
  return { media, isReady: media.some((fileId) => stored.get(fileId)?.status === 'finished') }
}

/** Everything that was there is there. What turned out to be no picture was never seen by anyone. */
async function keeps(db: Db, before: readonly string[], after: readonly string[]): Promise<boolean> {
  const missing = before.filter((id) => !after.includes(id))
  const stored = await files.find(db, missing)
  return missing.every((id) => stored.get(id)?.status === 'error')
}

/** Buyers keep seeing a gallery while staff look at it again: what joins it then would be theirs before its approval (COMPLIANCE.md 3). */
async function showsUnseen(db: Db, before: readonly string[], after: readonly string[]): Promise<boolean> {
  if (after.every((id) => before.includes(id))) return false
  return (await settings.current(db)).reviewDefault === 'before'
}
