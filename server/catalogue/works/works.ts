// What every published, lockable thing shares: its creator, audience, price, state and schedule, and the files that it is made of.
// Promises: nothing is shown before a recorded approval, unless the site's review default says "after" (COMPLIANCE.md 3);
// what is scheduled appears at its instant by itself; what is shown can be found; what staff removed cannot be uploaded again.
// Leaves to others: who may see it (access), and all that a kind adds (feeds, galleries, videos, shop).
// Prices are hundredths of a token.
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { violates, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { record } from '#server/platform/audit/audit.ts'
import * as finding from '#server/platform/finding/finding.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'
import '#server/catalogue/works/events.ts'
import { tellCreator } from '#server/catalogue/works/letters.ts'
import * as participants from '#server/catalogue/works/participants.ts'
import * as queries from '#server/catalogue/works/queries.ts'
import { slugOf } from '#server/catalogue/works/slug.ts'

export type { Audience, Kind, Medium, State, Work } from '#server/catalogue/works/queries.ts'
export { holdAlone, holdStill } from '#server/catalogue/works/queries.ts'
export { isOnShow, own, shown, type Filter, type Listed, type OwnFilter, type Window } from '#server/catalogue/works/listing.ts'
export { cleanTags, refuseForeignFiles, type Claim } from '#server/catalogue/works/checks.ts'
export { namings, type Naming } from '#server/catalogue/works/participants.ts'
export {
  described,
  describedOf,
  draftOf,
  readsOtherwise,
  undescribed,
  type Described,
  type DescribedDraft,
} from '#server/catalogue/works/described.ts'

export interface Draft {
  kind: queries.Kind
  medium: queries.Medium
  creatorId: string
  tags: readonly string[]
  /** What it is found by beside its title and tags: only what readers without a right may read. */
  words: string
  /** Performers to name beside its creator; each is asked. */
  participants: readonly string[]
  audience: queries.Audience
  price: number
  title: string
  pinned: boolean
  scheduledAt: Date | null
  expiresAt: Date | null
  /** Kept to oneself for now. */
  isDraft: boolean
  /** The files that the right opens, in their order, and the preview picture and footage that need none. */
  media: readonly string[]
  preview: string | null
  teaser: string | null
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

/** The works that a file stands in: one of the library may stand in several. */
export async function ofFile(db: Db, fileId: string): Promise<queries.Work[]> {
  return [...(await find(db, await queries.worksOfFile(db, fileId))).values()]
}

/** The work of that kind by its id or its slug; deleted ones too. */
export async function named(db: Db, kind: queries.Kind, idOrSlug: string): Promise<queries.Work | undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(idOrSlug)
  const id = isId ? idOrSlug : await queries.idOfSlug(db, kind, idOrSlug)
  const work = id ? (await find(db, [id])).get(id) : undefined
  return work?.kind === kind ? work : undefined
}

/**
 * Enters a work: a draft, or on its way to be seen.
 * @throws price_required, price_out_of_bounds, schedule_in_past, unknown_participant
 */
export async function create(tx: Tx, draft: Draft): Promise<string> {
  await refuseBadPrice(tx, draft)
  refuseBadSchedule(tx, draft)
  const id = await queries.insert(tx, { ...draft, ...(await stateOf(tx, draft, null)) })
  if (draft.kind !== 'feed') await queries.setSlug(tx, id, slugOf(draft.title, id))
  await queries.useFiles(tx, id, draft)
  await name(tx, id, draft)
  await placed(tx, id)
  return id
}

export interface Change extends Omit<Draft, 'kind' | 'creatorId'> {
  /** What people read or see of it is not what staff approved. */
  needsReview: boolean
}

/**
 * Changes a work. What is sold already keeps its media and does not get dearer; the caller has checked that under `holdAlone`.
 * @throws price_required, price_out_of_bounds, schedule_in_past, unknown_participant
 */
export async function update(tx: Tx, work: queries.Work, change: Change): Promise<void> {
  await refuseBadPrice(tx, change)
  if (change.scheduledAt?.getTime() !== work.scheduledAt?.getTime() || change.expiresAt?.getTime() !== work.expiresAt?.getTime()) {
    refuseBadSchedule(tx, change)
  }
  await queries.update(tx, work.id, { ...change, ...(await stateOf(tx, change, work)) })
  if (change.media.join() !== work.media.join() || change.preview !== work.preview || change.teaser !== work.teaser) {
    await queries.freeFiles(tx, work.id)
    await queries.useFiles(tx, work.id, change)
  }
  await name(tx, work.id, { creatorId: work.creatorId, participants: change.participants })
  await placed(tx, work.id)
}

/** Gone for everyone but those who bought it (calls.md section 3). */
export async function remove(tx: Tx, workId: string): Promise<void> {
  await queries.markDeleted(tx, workId)
  await placed(tx, workId)
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
  await placed(tx, workId)
}

/** Staff say no to what waits, and why. Its creator can change it and try again. @throws not_found, already_decided */
export async function reject(tx: Tx, workId: string, by: string, reason: string): Promise<void> {
  const work = await undecided(tx, workId)
  await queries.decide(tx, workId, { state: 'rejected', by, reason, publishedAt: work.publishedAt })
  await placed(tx, workId)
  await decided(tx, work, by, 'rejected', reason)
}

/** Staff take it away from everyone, those who bought it too. @throws not_found; already_decided when it was taken down before */
export async function takeDown(tx: Tx, workId: string, by: string, reason: string): Promise<void> {
  const work = (await find(tx, [workId])).get(workId) ?? refuse('not_found')
  if (work.state === 'removed') refuse('already_decided')
  await queries.decide(tx, workId, { state: 'removed', by, reason, publishedAt: work.publishedAt })
  await placed(tx, workId)
  await fingerprints.block(tx, [...work.media, ...[work.preview, work.teaser].filter((id) => id !== null)], { workId })
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

/** How many posts, photos, videos, galleries and products each of these creators shows now. */
export async function totalsOf(db: Db, creatorIds: readonly string[]): Promise<Map<string, queries.Totals>> {
  if (creatorIds.length === 0) return new Map()
  return new Map((await queries.totals(db, creatorIds)).map((totals) => [totals.creatorId, totals]))
}

/** Where a work stands now, for those who look for it: found while it is up (a scheduled one already; lists know its time), gone when it is not. */
async function placed(tx: Tx, workId: string): Promise<void> {
  await told(tx, workId)
  await askNamed(tx, workId)
  await reindex(tx, workId)
}

/** Enters a work into what can be found, or takes it out. */
export async function reindex(tx: Tx, workId: string): Promise<void> {
  const work = (await find(tx, [workId])).get(workId)
  if (!work) return
  const { kind: collection, id, publishedAt, title, words: body, tags } = work
  if (work.state !== 'active' || work.deletedAt || !publishedAt) return finding.remove(tx, collection, id)
  // The title of a locked text is its first line: that is part of what is locked.
  const isTextLocked = work.medium === 'text' && work.audience !== 'free'
  await finding.put(tx, { collection, id, at: publishedAt, names: isTextLocked ? [] : [title], body, tags })
}

async function name(tx: Tx, workId: string, { creatorId, participants: named }: Pick<Draft, 'creatorId' | 'participants'>): Promise<void> {
  const others = named.filter((id) => id !== creatorId)
  const people = await accounts.people(tx, others)
  const isPerformer = (id: string) => people.get(id)?.role === 'performer' && people.get(id)?.state === 'active'
  if (!others.every(isPerformer)) refuseField('participantIds', 'unknown_participant')
  await participants.name(tx, workId, others)
}

/** Whoever is named in it is asked once it is no draft any more: of a draft they could see nothing. */
async function askNamed(tx: Tx, workId: string): Promise<void> {
  const work = (await find(tx, [workId])).get(workId)
  if (!work || work.deletedAt || (work.state !== 'active' && work.state !== 'pending_review')) return
  const performerIds = await participants.tellOnce(tx, workId)
  if (performerIds.length > 0) await announce(tx, 'work.named', { workId, creatorId: work.creatorId, performerIds })
}

/** A performer says yes or no to being named in a work; they may change their mind. @throws not_found when they are not */
export async function answerNaming(tx: Tx, workId: string, performerId: string, state: 'agreed' | 'declined'): Promise<void> {
  if (!(await participants.answer(tx, workId, performerId, state))) refuse('not_found')
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
