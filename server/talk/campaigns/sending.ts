// How a mass message goes out, and how it is taken back: a batch a transaction, with how far it came written down in the same one. So a process that
// is killed in the middle has done a batch or has not, and whoever goes on begins where it stopped.
import * as accounts from '#server/people/accounts/accounts.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { takeTurn } from '#server/platform/jobs/turns.ts'
import { countedAtOnce, goOn, named } from '#server/talk/campaigns/campaigns.ts'
import * as queries from '#server/talk/campaigns/queries.ts'
import { count, next } from '#server/talk/campaigns/segment.ts'
import { enclosuresOf, isMedium, openedOf, takeBack, type ToMany, writeToMany } from '#server/talk/messaging/messaging.ts'

const atOnce = 500

/** Walks on for a turn; what is left is another job's. */
export async function walk(db: Database, id: string): Promise<void> {
  if (await takeTurn(() => db.transaction((tx) => walkOneBatch(tx, id)))) await db.transaction((tx) => goOn(tx, id))
}

/** One batch, whichever way it goes. False where there is nothing left to do. */
export async function walkOneBatch(tx: Tx, id: string): Promise<boolean> {
  const campaign = await queries.hold(tx, id)
  if (campaign?.state === 'sending') return sendSome(tx, campaign)
  return campaign?.state === 'unsending' && unsendSome(tx, campaign)
}

async function sendSome(tx: Tx, { id, performerId, text, workId, segment, reached }: queries.Row): Promise<boolean> {
  const work = workId === null ? undefined : await carried(tx, performerId, workId)
  // Whoever is gone says nothing more, and what was taken down goes to nobody else.
  const goesOn = (await isThere(tx, performerId)) && (workId === null || work !== undefined)
  const batch = goesOn ? await next(tx, performerId, segment, { after: reached, limit: atOnce }) : []
  const last = batch.at(-1)
  if (!last) {
    await queries.endSending(tx, id)
    return false
  }
  const lines = batch.filter(({ isHeard }) => isHeard).map((fan) => ({ fanId: fan.id, text: named(text, fan.name) }))
  const sent = await writeToMany(tx, { performerId, author: 'person', campaignId: id, work }, lines)
  await queries.moveOn(tx, id, { reached: last.id, sent })
  return true
}

async function carried(tx: Tx, performerId: string, workId: string): Promise<ToMany['work']> {
  const enclosure = (await enclosuresOf(tx, performerId, [workId])).get(workId)
  // Refused meanwhile in another work, they go no further here either.
  const goes = enclosure?.isReady && (await works.areLetOut(tx, performerId, enclosure.fileIds))
  return goes && isMedium(enclosure.medium) ? { id: workId, type: enclosure.medium } : undefined
}

async function unsendSome(tx: Tx, { id, performerId, workId, reached }: queries.Row): Promise<boolean> {
  const { taken, reached: last } = await takeBack(tx, { performerId, campaignId: id, workId, after: reached, limit: atOnce })
  if (last === null) await queries.endUnsending(tx, id)
  else await queries.moveOn(tx, id, { reached: last, unsent: taken })
  return last !== null
}

async function isThere(tx: Tx, performerId: string): Promise<boolean> {
  return (await accounts.people(tx, [performerId])).get(performerId)?.state === 'active'
}

/** Begins those whose time has come, and sees to it that nothing that is under way was left. */
export async function startDue(db: Database): Promise<void> {
  for (const id of await queries.due(db)) await db.transaction((tx) => start(tx, id))
  for (const id of await queries.underWay(db)) await db.transaction((tx) => goOn(tx, id))
}

async function start(tx: Tx, id: string): Promise<void> {
  const campaign = await queries.hold(tx, id)
  if (campaign?.state !== 'scheduled' || campaign.goesAt > tx.now) return
  if (!(await isThere(tx, campaign.performerId))) return queries.setState(tx, id, 'cancelled')
  // Nobody is left of those for whom it was: it goes out to none, and says so.
  const counted = (await count(tx, campaign.performerId, campaign.segment)) || campaign.counted
  await queries.beginSending(tx, id, counted)
  await goOn(tx, id)
}

const countedDays = 14

/** Of those to many: how many have opened it by now. */
export async function countOpened(db: Database): Promise<void> {
  const since = new Date(db.now.getTime() - countedDays * 86_400_000)
  for (const id of await queries.sentLately(db, { since, toMoreThan: countedAtOnce })) {
    const opened = (await openedOf(db, [id])).get(id) ?? 0
    await db.transaction((tx) => queries.noteOpened(tx, id, opened))
  }
}
