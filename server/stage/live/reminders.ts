// Who waits for an announced stream is told: that its hour is near, that it was moved, that it began, or that it does not take place. In batches, each
// told and noted in one transaction; a source names each fact, so that nobody is told twice, also not by what followers hear.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import * as queries from '#server/stage/live/reminder-queries.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

export const remindJob = 'live.remind'

const beforeMs = 15 * 60_000
const inOneBatch = 1000

/** A stream was moved, began or is over: whoever waits for it is told after the commit. */
export async function remindLater(tx: Tx): Promise<void> {
  await addJob(tx, remindJob, {}, { key: remindJob })
}

export async function remind(db: Database): Promise<void> {
  const ids = await queries.due(db, new Date(db.now.getTime() + beforeMs))
  throwAll(await runIsolated(ids, (id) => remindOf(db, id)))
}

async function remindOf(db: Database, id: string): Promise<void> {
  await inBatches(db, id, tellMoved)
  await inBatches(db, id, tellSoon)
  await inBatches(db, id, tellHolders)
  await inBatches(db, id, tellOutcome)
}

type Told = { reached: string } | 'all'
type Telling = (tx: Tx, stream: queries.Due, after: string | null) => Promise<Told>

async function inBatches(db: Database, id: string, telling: Telling): Promise<void> {
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const told = await db.transaction(async (tx): Promise<Told> => {
      const stream = await queries.lock(tx, id)
      return stream ? telling(tx, stream, from) : 'all'
    })
    if (told === 'all') return
    after = told.reached
  }
}

async function tellMoved(tx: Tx, stream: queries.Due, after: string | null): Promise<Told> {
  const { id, movedAt, scheduledAt, status } = stream
  if (status !== 'scheduled' || movedAt === null || scheduledAt === null) return 'all'
  const ids = await queries.expecting(tx, id, { after, limit: inOneBatch })
  await tell(tx, stream, ids, {
    event: 'stream_moved',
    topic: `stream ${id}`,
    source: `moved ${id} ${movedAt.getTime()}`,
    until: scheduledAt,
  })
  if (ids.length === inOneBatch) return { reached: ids.at(-1)! }
  await queries.noteMoved(tx, id)
  return 'all'
}

async function tellSoon(tx: Tx, stream: queries.Due, after: string | null): Promise<Told> {
  const { id, performerId, scheduledAt, remindedAt, status } = stream
  const isNear = scheduledAt !== null && scheduledAt.getTime() <= tx.now.getTime() + beforeMs
  if (status !== 'scheduled' || remindedAt !== null || !isNear) return 'all'
  const ids = await queries.expecting(tx, id, { after, limit: inOneBatch })
  // Unread, it makes way for the word that they are live.
  await tell(tx, stream, ids, { event: 'stream_soon', topic: `live ${performerId}`, source: `soon ${id} ${scheduledAt.getTime()}` })
  if (ids.length === inOneBatch) return { reached: ids.at(-1)! }
  await queries.noteReminded(tx, id)
  return 'all'
}

/** Whoever paid to be there is told that it began, whether or not they follow its performer or asked. */
async function tellHolders(tx: Tx, stream: queries.Due, after: string | null): Promise<Told> {
  const { id, performerId, status, areHoldersTold } = stream
  if (status !== 'live' || areHoldersTold) return 'all'
  const ids = await queries.holders(tx, id, { after, limit: inOneBatch })
  await tell(tx, stream, ids, { event: 'stream_live', topic: `live ${performerId}`, source: notifications.spreadSource(id) })
  if (ids.length === inOneBatch) return { reached: ids.at(-1)! }
  await queries.noteHoldersTold(tx, id)
  return 'all'
}

/** It began, or does not take place. Nobody waits for it any more. */
async function tellOutcome(tx: Tx, stream: queries.Due): Promise<Told> {
  const { id, performerId, status, hasBegun } = stream
  if (status === 'scheduled') return 'all'
  const ids = await queries.askers(tx, id, { after: null, limit: inOneBatch })
  if (status === 'live')
    await tell(tx, stream, ids, { event: 'stream_live', topic: `live ${performerId}`, source: notifications.spreadSource(id) })
  else if (!hasBegun) {
    const bought = await queries.boughtBy(tx, id, ids)
    const others = ids.filter((each) => !bought.has(each))
    await tell(tx, stream, others, { event: 'stream_cancelled', topic: `stream ${id}`, source: `cancelled ${id}` })
  }
  await queries.forget(tx, id, ids)
  return ids.length === inOneBatch ? { reached: ids.at(-1)! } : 'all'
}

type News = Pick<Parameters<typeof notifications.tell>[1], 'event' | 'topic' | 'source' | 'until'>

/** Of what staff took down nobody is told, and nobody whom its performer lets in no more. */
async function tell(tx: Tx, { id, performerId }: queries.Due, ids: readonly string[], news: News): Promise<void> {
  const work = (await works.find(tx, [id])).get(id)
  if (work?.state !== 'active' || work.deletedAt !== null || ids.length === 0) return
  const shutOut = await access.isShutOut(
    tx,
    ids.map((viewerId) => ({ viewerId, creatorId: performerId })),
  )
  await notifications.tell(tx, {
    ...news,
    to: ids.filter((_id, place) => !shutOut[place]),
    at: tx.now,
    by: performerId,
    about: { kind: 'work', id },
    replaces: true,
  })
}
