// Where a work stands after each change: found while it is up, told once when it comes out, and those whom it names asked.
import { isListed } from '#contract/catalogue/kind-names.ts'
import * as finding from '#server/platform/finding/finding.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import '#server/catalogue/works/events.ts'
import * as participants from '#server/catalogue/works/participants.ts'
import { markAnnounced, works, type Work } from '#server/catalogue/works/queries.ts'

/**
 * Where a work stands now, for those who look for it: found while it is up (a scheduled one already; lists know its time), gone when it is not.
 * What is sent in a message is found by nobody, and told by the conversation; streams are listed and told of by the stage.
 */
export async function placed(tx: Tx, workId: string): Promise<void> {
  const work = await one(tx, workId)
  if (work && !isListed(work.kind)) return
  await told(tx, workId)
  await askNamed(tx, workId)
  await reindex(tx, workId)
}

/** Enters a work into what can be found, or takes it out. */
export async function reindex(tx: Tx, workId: string): Promise<void> {
  const work = await one(tx, workId)
  if (!work) return
  const { kind: collection, id, publishedAt, title, words: body, tags } = work
  if (work.state !== 'active' || work.deletedAt || !publishedAt) return finding.remove(tx, collection, id)
  // The title of a locked text is its first line: that is part of what is locked.
  const isTextLocked = work.medium === 'text' && work.audience !== 'free'
  await finding.put(tx, { collection, id, at: publishedAt, names: isTextLocked ? [] : [title], body, tags })
}

/** Tells that a work is out, once; for a scheduled one when its time has come (jobs.ts). */
export async function told(tx: Tx, workId: string): Promise<void> {
  const work = await one(tx, workId)
  if (!work || work.state !== 'active' || work.deletedAt || !work.publishedAt) return
  if (work.publishedAt > tx.now) {
    await addJob(tx, 'works.publish', { workId }, { key: `works.publish:${workId}`, runAt: work.publishedAt })
  } else if (await markAnnounced(tx, workId)) {
    await announce(tx, 'work.published', { workId, creatorId: work.creatorId, kind: work.kind })
  }
}

/** Whoever is named in it is asked once it is no draft any more: of a draft they could see nothing. */
async function askNamed(tx: Tx, workId: string): Promise<void> {
  const work = await one(tx, workId)
  if (!work || work.deletedAt || (work.state !== 'active' && work.state !== 'pending_review')) return
  const performerIds = await participants.tellOnce(tx, workId)
  if (performerIds.length > 0) await announce(tx, 'work.named', { workId, creatorId: work.creatorId, performerIds })
}

async function one(tx: Tx, workId: string): Promise<Work | undefined> {
  const [work] = await works(tx, [workId])
  return work
}
