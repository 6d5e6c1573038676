/**
 * Who follows whom (calls.md section 4). Free, idempotent, and over as soon as one blocks the other.
 * Promises: only performers who are open and not hidden from the follower can be followed; someone hidden is as if not there.
 * Leaves to others: what following shows (access, timeline).
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as queries from '#server/people/follows/queries.ts'
import type {} from '#server/people/follows/events.ts'

export { followedIds, followerIds, isFollowing } from '#server/people/follows/queries.ts'

/** Refuses `not_found` for someone who is no open performer or is hidden from this fan, `cannot_follow_yourself` and `own_account`. */
export async function follow(tx: Tx, fanId: string, performerId: string, country?: string): Promise<void> {
  if (fanId === performerId) refuse('cannot_follow_yourself')
  await accounts.refuseOwn(tx, fanId, performerId)
  const performer = (await accounts.people(tx, [performerId])).get(performerId)
  if (performer?.role !== 'performer' || performer.state !== 'active') refuse('not_found')
  if ((await blocks.isHidden(tx, fanId, country, [performerId])).has(performerId)) refuse('not_found')
  if ((await queries.insert(tx, fanId, performerId)) > 0) await announce(tx, 'performer.followed', { fanId, performerId })
}

export async function unfollow(tx: Tx, fanId: string, performerId: string): Promise<void> {
  if ((await queries.remove(tx, fanId, performerId)) > 0) await announce(tx, 'performer.unfollowed', { fanId, performerId })
}

/** A page of those whom this fan follows, newest first, without those hidden from them in this country. */
export async function followedBy(
  db: Db,
  fanId: string,
  country: string | undefined,
  paging: { limit: number; offset: number },
): Promise<{ rows: queries.Following[]; total: number }> {
  return queries.followed(db, fanId, await blocks.hiddenFrom(db, fanId, country), paging)
}

/** A page of a performer's followers, newest first. */
export async function followersOf(
  db: Db,
  performerId: string,
  paging: { limit: number; offset: number },
): Promise<{ rows: queries.Follower[]; total: number }> {
  const rows = await queries.followers(db, performerId, paging)
  return { rows, total: (await followerCounts(db, [performerId])).get(performerId) ?? 0 }
}

/** Those of these performers whom this fan follows. */
export async function followedAmong(db: Db, fanId: string, performerIds: readonly string[]): Promise<Set<string>> {
  if (performerIds.length === 0) return new Set()
  return new Set(await queries.among(db, fanId, performerIds))
}

/** How many follow each of these; nobody's entry is missing. */
export async function followerCounts(db: Db, performerIds: readonly string[]): Promise<Map<string, number>> {
  const found = new Map((await queries.counts(db, performerIds)).map(({ id, count }) => [id, count]))
  return new Map(performerIds.map((id) => [id, found.get(id) ?? 0]))
}

/** They are gone, as whoever follows and as who is followed. */
export const forgetAll = (tx: Tx, accountId: string): Promise<void> => queries.removeAll(tx, accountId)
