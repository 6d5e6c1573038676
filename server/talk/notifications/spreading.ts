// A new work, or a stream that goes live, is told to its creator's followers and subscribers: one row when it is published, and then in batches by a job that begins where the last one
// ended. Each batch is told and noted in one transaction, so that nobody is told twice and nobody left out, whenever it is interrupted.
import * as access from '#server/catalogue/access/access.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { takeTurn } from '#server/platform/jobs/turns.ts'
import * as queries from '#server/talk/notifications/spread-queries.ts'
import { tell } from '#server/talk/notifications/telling.ts'

export const spreadJob = 'notifications.spread'

/** Who was told of a work under this name is not told again by the word to all followers. */
export const spreadSource = (workId: string) => `post ${workId}`

const inOneBatch = 250

export async function begin(tx: Tx, { workId, creatorId, at }: { workId: string; creatorId: string; at: Date }): Promise<void> {
  if ((await queries.begin(tx, { workId, creatorId, at })) > 0) await goOn(tx, workId)
}

function goOn(tx: Tx, workId: string): Promise<void> {
  return addJob(tx, spreadJob, { workId }, { key: `${spreadJob} ${workId}` })
}

/** Of a stream nobody is told whom its creator lets in no more. */
async function welcome(tx: Tx, work: works.Work | undefined, ids: readonly string[]): Promise<readonly string[]> {
  if (work?.kind !== 'stream') return ids
  const shutOut = await access.isShutOut(
    tx,
    ids.map((viewerId) => ({ viewerId, creatorId: work.creatorId })),
  )
  return ids.filter((_id, place) => !shutOut[place])
}

/** Goes on for a turn; what is left is another job, behind what came in meanwhile. */
export async function spread(db: Database, workId: string): Promise<void> {
  if (await takeTurn(() => spreadOneBatch(db, workId))) await db.transaction((tx) => goOn(tx, workId))
}

/** False where nobody is left to tell. */
function spreadOneBatch(db: Database, workId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await queries.lock(tx, workId)
    if (!found || found.finishedAt) return false
    const work = (await works.find(tx, [workId])).get(workId)
    const isThere = work !== undefined && works.isShown(work, tx.now)
    const ids = isThere
      ? await queries.next(
          tx,
          { followers: follows.followerIds(found.creatorId), subscribers: subscriptions.subscriberIds(tx, found.creatorId) },
          { after: found.reached, limit: inOneBatch },
        )
      : []
    await tell(tx, {
      to: await welcome(tx, work, ids),
      ...(work?.kind === 'stream'
        ? { event: 'stream_live', topic: `live ${found.creatorId}`, replaces: true }
        : { event: 'post', topic: `post ${found.creatorId}` }),
      source: spreadSource(workId),
      at: found.createdAt,
      by: found.creatorId,
      about: { kind: 'work', id: workId },
    })
    const isOver = ids.length < inOneBatch
    await queries.reach(tx, workId, { reached: ids.at(-1) ?? found.reached, told: ids.length, isOver })
    return !isOver
  })
}
