// Who subscribes to whom at this moment, and somebody's subscriptions on either side.
import type { Db } from '#server/platform/db/db.ts'
import type { Bought } from '#server/money/offers/offers.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'
import * as queries from '#server/money/subscriptions/subscriber-queries.ts'

/** Those of these performers whose subscriber this fan is at this moment. */
export async function activeBetween(db: Db, fanId: string, performerIds: readonly string[]): Promise<Set<string>> {
  return performerIds.length === 0 ? new Set() : new Set(await queries.performersOf(db, fanId, performerIds))
}

export async function isActive(db: Db, fanId: string, performerId: string): Promise<boolean> {
  return (await activeBetween(db, fanId, [performerId])).has(performerId)
}

/** Those of these fans who subscribe to this performer at this moment. */
export async function subscribersAmong(db: Db, performerId: string, fanIds: readonly string[]): Promise<Set<string>> {
  return fanIds.length === 0 ? new Set() : new Set(await queries.fansOf(db, performerId, fanIds))
}

/** How many subscribers each of these performers has now; those without any have no entry. */
export async function countsFor(db: Db, performerIds: readonly string[]): Promise<Map<string, number>> {
  return performerIds.length === 0 ? new Map() : queries.counts(db, performerIds)
}

/** This fan's subscriptions to these performers that have not ended, by performer. */
export async function runningBetween(db: Db, fanId: string, performerIds: readonly string[]): Promise<Map<string, Subscription>> {
  if (performerIds.length === 0) return new Map()
  return new Map((await queries.runningBetween(db, fanId, performerIds)).map((each) => [each.performerId, each]))
}

/** Somebody's subscriptions as the fan, or as the performer, newest first. */
export function list(
  db: Db,
  side: queries.Side,
  accountId: string,
  filter: queries.Filter,
): Promise<{ rows: Subscription[]; total: number }> {
  return queries.list(db, side, accountId, filter)
}

/** Everyone on the other side of somebody's subscriptions, for finding them by name. */
export function othersOf(db: Db, side: queries.Side, accountId: string): Promise<string[]> {
  return queries.othersOf(db, side, accountId)
}

/** What the product keeps for this fan with each of these performers, by the tier of the time that runs. */
export async function benefitsOf(db: Db, fanId: string, performerIds: readonly string[]): Promise<Map<string, { freeMessages: boolean }>> {
  if (performerIds.length === 0) return new Map()
  const rows = await queries.benefits(db, fanId, performerIds)
  return new Map(rows.map(({ performerId, freeMessages }) => [performerId, { freeMessages }]))
}

/** What was bought of an offer, for the slice that makes it. */
export const bought: Bought = { subscribersOf: queries.ofTiers, hasPaid: queries.hasPaid }
