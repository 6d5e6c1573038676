// What every published, lockable thing shares: its creator, audience, price, state and schedule, and the files that it is made of.
// Promises: nothing is shown before a recorded approval, unless the site's review default says "after" (COMPLIANCE.md 3);
// what is scheduled appears at its instant by itself; a file belongs to one work; what was sold keeps its media.
// Leaves to others: who may see it (access), and all that a kind adds (feeds; later galleries, videos, products).
// Prices are hundredths of a token.
import * as files from '#server/media/files/files.ts'
import { violates, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { record } from '#server/platform/audit/audit.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'
import '#server/catalogue/works/events.ts'
import { tellCreator } from '#server/catalogue/works/letters.ts'
import * as queries from '#server/catalogue/works/queries.ts'

export type { Audience, State, Work } from '#server/catalogue/works/queries.ts'
export { holdAlone, holdStill } from '#server/catalogue/works/queries.ts'

export interface Draft {
  kind: 'feed'
  creatorId: string
  audience: queries.Audience
  price: number
  title: string
  pinned: boolean
  scheduledAt: Date | null
  expiresAt: Date | null
  /** Kept to oneself for now. */
  isDraft: boolean
  /** The files that the right opens, in their order, and the preview that needs none. */
  media: readonly string[]
  preview: string | null
}

/** True while it is on show: approved, its time has come and has not run out, and its creator has not deleted it. */
export function isShown(work: queries.Work, now: Date): boolean {
  return (
    work.state === 'active' &&
    work.deletedAt === null &&
    work.publishedAt !== null &&
    work.publishedAt <= now &&
    (work.expiresAt === null || work.expiresAt > now)
  )
}

/** The works among these that exist, deleted ones too, by id. */
export async function find(db: Db, ids: readonly string[]): Promise<Map<string, queries.Work>> {
  if (ids.length === 0) return new Map()
  return new Map((await queries.works(db, ids)).map((work) => [work.id, work]))
}

/** The work that a file belongs to. */
export async function ofFile(db: Db, fileId: string): Promise<queries.Work | undefined> {
  const id = await queries.workOfFile(db, fileId)
  return id ? (await find(db, [id])).get(id) : undefined
}

/**
 * Enters a work: a draft, or on its way to be seen.
 * @throws price_required, price_out_of_bounds, schedule_in_past, file_in_use
 */
export async function create(tx: Tx, draft: Draft): Promise<string> {
  await refuseBadPrice(tx, draft)
  refuseBadSchedule(tx, draft)
  const id = await queries.insert(tx, { ...draft, ...(await stateOf(tx, draft, null)) })
  await useFiles(tx, id, draft)
  await told(tx, id)
  return id
}

export interface Change extends Omit<Draft, 'kind' | 'creatorId'> {
  /** What people read or see of it is not what staff approved. */
  needsReview: boolean
}

/**
 * Changes a work. What is sold already keeps its media and does not get dearer; the caller has checked that under `holdAlone`.
 * @throws price_required, price_out_of_bounds, schedule_in_past, file_in_use
 */
export async function update(tx: Tx, work: queries.Work, change: Change): Promise<void> {
  await refuseBadPrice(tx, change)
  if (change.scheduledAt?.getTime() !== work.scheduledAt?.getTime() || change.expiresAt?.getTime() !== work.expiresAt?.getTime()) {
    refuseBadSchedule(tx, change)
  }
  await queries.update(tx, work.id, { ...change, ...(await stateOf(tx, change, work)) })
  if (change.media.join() !== work.media.join() || change.preview !== work.preview) {
    await queries.freeFiles(tx, work.id)
    await useFiles(tx, work.id, change)
  }
  await told(tx, work.id)
}

/** Gone for everyone but those who bought it (calls.md section 3). */
export async function remove(tx: Tx, workId: string): Promise<void> {
  await queries.markDeleted(tx, workId)
}

/**
 * Staff let it be seen: at once, or when its time comes.
 * @throws not_found; already_decided when it does not wait (any more)
 */
export async function approve(tx: Tx, workId: string, by: string): Promise<void> {
  const work = await undecided(tx, workId)
  await queries.decide(tx, workId, {
    state: 'active',
    by,
    reason: null,
    publishedAt: work.publishedAt ?? laterOf(work.scheduledAt, tx.now),
  })
  await decided(tx, work, by, 'approved', null)
  await told(tx, workId)
}

/** Staff say no to what waits, and why. Its creator can change it and try again. @throws not_found, already_decided */
export async function reject(tx: Tx, workId: string, by: string, reason: string): Promise<void> {
  const work = await undecided(tx, workId)
  await queries.decide(tx, workId, { state: 'rejected', by, reason, publishedAt: work.publishedAt })
  await decided(tx, work, by, 'rejected', reason)
}

/** Staff take it away from everyone, those who bought it too. @throws not_found; already_decided when it was taken down before */
export async function takeDown(tx: Tx, workId: string, by: string, reason: string): Promise<void> {
  const work = (await find(tx, [workId])).get(workId) ?? refuse('not_found')
  if (work.state === 'removed') refuse('already_decided')
  await queries.decide(tx, workId, { state: 'removed', by, reason, publishedAt: work.publishedAt })
  await decided(tx, work, by, 'removed', reason)
}

/** What waits for staff, longest first; with the review default "after" also what is shown and nobody has looked at. */
export function waiting(db: Db, paging: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  return queries.waiting(db, paging)
}

/** What is up, last published first, or what staff said no to (refused or taken down), last decided first. */
export function reviewed(
  db: Db,
  status: 'active' | 'rejected',
  paging: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  return status === 'active' ? queries.active(db, paging) : queries.refused(db, paging)
}

/** How many each of these creators shows now, and how many pictures those have. */
export async function totalsOf(db: Db, creatorIds: readonly string[]): Promise<Map<string, queries.Totals>> {
  if (creatorIds.length === 0) return new Map()
  return new Map((await queries.totals(db, creatorIds)).map((totals) => [totals.creatorId, totals]))
}

/** Tells that a work is out, once; for a scheduled one when its time has come (jobs.ts). */
export async function told(tx: Tx, workId: string): Promise<void> {
  const work = (await find(tx, [workId])).get(workId)
  if (!work || work.state !== 'active' || work.deletedAt || !work.publishedAt) return
  if (work.publishedAt > tx.now) {
    await addJob(tx, 'works.publish', { workId }, { key: `works.publish:${workId}`, runAt: work.publishedAt })
  } else if (await queries.markAnnounced(tx, workId)) {
    await announce(tx, 'work.published', { workId, creatorId: work.creatorId, kind: work.kind })
  }
}

const keepUnusedDays = 7

/** Forgets uploads that nobody put into a work for a week: pictures that were taken out, or never published. */
export async function forgetUnusedUploads(db: Database): Promise<number> {
  const before = new Date(db.now.getTime() - keepUnusedDays * 86_400_000)
  const unused = await queries.unusedUploads(db, before, 1000)
  // One by one: a file that is being used at this very moment fails alone, by its foreign key.
  for (const id of unused) await db.transaction((tx) => files.forget(tx, id)).catch(ignoreInUse)
  return unused.length
}

function ignoreInUse(error: unknown): void {
  if (!violates(error, 'files_file_id_fkey')) throw error
}

async function refuseBadPrice(db: Db, { audience, price }: Pick<Draft, 'audience' | 'price'>): Promise<void> {
  if (audience !== 'ppv') return
  if (price <= 0) refuseField('price', 'price_required')
  const { minimumItemPrice, maximumItemPrice } = await settings.current(db)
  const minimum = Math.round(minimumItemPrice * 100)
  const maximum = Math.round(maximumItemPrice * 100)
  if (price < minimum || price > maximum) {
    refuseField('price', 'price_out_of_bounds', { minimum: minimum / 100, maximum: maximum / 100 })
  }
}

function refuseBadSchedule(db: Db, { scheduledAt, expiresAt }: Pick<Draft, 'scheduledAt' | 'expiresAt'>): void {
  if (scheduledAt && scheduledAt <= db.now) refuseField('scheduledAt', 'schedule_in_past')
  if (expiresAt && expiresAt <= (scheduledAt ?? db.now)) refuseField('expiresAt', 'schedule_in_past')
}

type Wanted = Pick<Draft, 'isDraft' | 'scheduledAt'> & { needsReview?: boolean }

/** Where a work stands after its creator wrote it. */
async function stateOf(db: Db, wanted: Wanted, before: queries.Work | null): Promise<{ state: queries.State; publishedAt: Date | null }> {
  const publishedAt = before?.publishedAt ?? null
  // Only staff bring back what staff took down.
  if (before?.state === 'removed') return { state: 'removed', publishedAt }
  if (wanted.isDraft) return { state: 'draft', publishedAt: publishedAt && publishedAt <= db.now ? publishedAt : null }
  const due = publishedAt && publishedAt <= db.now ? publishedAt : laterOf(wanted.scheduledAt, db.now)
  const wasApproved = before?.decidedAt !== null && before?.decidedAt !== undefined && before.state !== 'rejected'
  const isUnchanged = before !== null && !wanted.needsReview
  if (isUnchanged && (before.state === 'active' || (before.state === 'draft' && wasApproved))) return { state: 'active', publishedAt: due }
  if (isUnchanged && before.state === 'rejected') return { state: 'rejected', publishedAt }
  const { reviewDefault } = await settings.current(db)
  // Whoever was told no is looked at again before it shows, whatever the default.
  if (before?.state === 'rejected') return { state: 'pending_review', publishedAt }
  return reviewDefault === 'after' ? { state: 'active', publishedAt: due } : { state: 'pending_review', publishedAt }
}

async function useFiles(tx: Tx, workId: string, { media, preview }: Pick<Draft, 'media' | 'preview'>): Promise<void> {
  try {
    await queries.useFiles(tx, workId, media, preview)
  } catch (error) {
    if (violates(error, 'file_is_used_once')) refuseField('fileIds', 'file_in_use')
    throw error
  }
}

async function undecided(tx: Tx, workId: string): Promise<queries.Work> {
  const work = (await find(tx, [workId])).get(workId)
  if (!work || work.deletedAt || work.state === 'draft') return refuse('not_found')
  if (work.state === 'rejected' || work.state === 'removed' || (work.state === 'active' && work.decidedAt)) refuse('already_decided')
  return work
}

async function decided(
  tx: Tx,
  work: queries.Work,
  by: string,
  decision: 'approved' | 'rejected' | 'removed',
  reason: string | null,
): Promise<void> {
  const { id, creatorId, kind } = work
  await record(tx, { actorId: by, action: `works.${decision}`, subject: { kind: 'work', id }, detail: { kind, creatorId, reason } })
  await announce(tx, 'work.decided', { workId: id, creatorId, kind, decision, reason })
  if (decision !== 'approved') await tellCreator(tx, work, decision, reason ?? '')
}

function laterOf(date: Date | null, now: Date): Date {
  return date && date > now ? date : now
}
