// What staff decide: a work may be seen, may not, or is taken away from everyone. Whoever is saving it at that moment ends first, or
// their save would bring back what was just decided against.
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import '#server/catalogue/works/events.ts'
import { tellCreator } from '#server/catalogue/works/letters.ts'
import { placed } from '#server/catalogue/works/placing.ts'
import * as queries from '#server/catalogue/works/queries.ts'
import { laterOf } from '#server/catalogue/works/states.ts'

/**
 * Staff let it be seen: at once, or when its time comes.
 * @throws not_found; already_decided when it does not wait (any more); file_not_ready while nobody can have seen all of it
 */
export async function approve(tx: Tx, workId: string, by: string): Promise<void> {
  const work = await undecided(tx, workId)
  await refuseUnfinished(tx, work)
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
  const work = (await lockWork(tx, workId)) ?? refuse('not_found')
  if (work.state === 'removed') refuse('already_decided')
  await queries.decide(tx, workId, { state: 'removed', by, reason, publishedAt: work.publishedAt })
  await placed(tx, workId)
  await fingerprints.block(tx, filesOf(work), { workId })
  await decided(tx, work, by, 'removed', reason)
}

/** Blocks what removed works look like, once more: prints that were made only afterwards are among them now. */
export async function blockRemoved(tx: Tx): Promise<void> {
  const removed = await queries.filesOfRemoved(tx)
  for (const [workId, of] of Map.groupBy(removed, (row) => row.workId))
    await fingerprints.block(
      tx,
      of.map(({ fileId }) => fileId),
      { workId },
    )
}

/**
 * Staff looked at it as it stood at `seenAt` and found it fit for everyone: with its creator's offer it is open to visitors.
 * @throws not_found; not_offered; work_changed when it is another since; file_not_ready while nobody can have seen all of it
 */
export async function findFitForAll(tx: Tx, workId: string, by: string, seenAt: Date): Promise<void> {
  const work = (await lockWork(tx, workId)) ?? refuse('not_found')
  if (work.deletedAt || (work.state !== 'active' && work.state !== 'pending_review')) refuse('not_found')
  if (!work.isForFront) refuse('not_offered')
  if (work.updatedAt.getTime() !== seenAt.getTime()) refuse('work_changed')
  await refuseUnfinished(tx, work)
  await queries.markFitForAll(tx, workId, by)
  await marked(tx, work, by, 'fit_for_all')
}

/** Closes it to visitors at once. What is not marked stays so. @throws not_found */
export async function takeBackFitForAll(tx: Tx, workId: string, by: string): Promise<void> {
  const work = (await lockWork(tx, workId)) ?? refuse('not_found')
  if (work.fitForAllAt === null) return
  await queries.markFitForAll(tx, workId, null)
  await marked(tx, work, by, 'not_fit_for_all')
}

async function marked(tx: Tx, { id, kind, creatorId }: queries.Work, by: string, as: 'fit_for_all' | 'not_fit_for_all'): Promise<void> {
  await record(tx, { actorId: by, action: `works.${as}`, subject: { kind: 'work', id }, detail: { kind, creatorId } })
}

async function refuseUnfinished(tx: Tx, work: queries.Work): Promise<void> {
  const stored = await files.find(tx, filesOf(work))
  if ([...stored.values()].some(({ status }) => status === 'created' || status === 'processing')) refuse('file_not_ready')
}

const filesOf = ({ media, preview, teaser }: queries.Work): string[] => [...media, ...[preview, teaser].filter((id) => id !== null)]

/** What waits for staff, longest first; with the review default "after" also what is shown and nobody has looked at. */
export function waiting(db: Db, paging: { limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  return queries.waiting(db, paging)
}

/** What is up, last published first; what is offered for the front and unmarked, longest first; or what staff said no to (refused or taken down), last decided first. */
export async function reviewed(
  db: Db,
  status: 'active' | 'front' | 'rejected',
  paging: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  if (status === 'front') {
    const { rows, total } = await queries.offered(db, paging)
    return { ids: rows.map(({ id }) => id), total }
  }
  return status === 'active' ? queries.active(db, paging) : queries.refused(db, paging)
}

async function undecided(tx: Tx, workId: string): Promise<queries.Work> {
  const work = await lockWork(tx, workId)
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
  await announce(tx, 'work.decided', { workId: id, creatorId, kind, decision, reason, by })
  if (decision !== 'approved') await tellCreator(tx, work, decision, reason ?? '')
}

async function lockWork(tx: Tx, workId: string): Promise<queries.Work | undefined> {
  await queries.lockExclusive(tx, workId)
  const [work] = await queries.works(tx, [workId])
  return work
}
