// A performer's fans: finding whom they may write to, and what there is between the two (calls.md section 11).
import type { FanProfile } from '#contract/windows/directory.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { containing, type Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { keptOf, type Order } from '#server/talk/fans/fans.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as queries from '#server/windows/directory/fan-queries.ts'

export interface Wanted extends Order {
  q?: string | undefined
  list?: 'followers' | 'subscribers' | undefined
}

/** By name, or by what they spent. Whoever a block stands between is left out. */
export async function search(db: Db, performerId: string, { q = '', ...wanted }: Wanted, page: { limit: number; offset: number }) {
  const like = q.trim() === '' ? undefined : containing(q)
  const { rows, total } = await queries.fans(db, performerId, { like, ...wanted }, page)
  const ids = rows.map(({ id }) => id)
  const [cards, totals] = [await profiles.userCards(db, ids), await earnings.totalsSpentOn(db, performerId, ids)]
  const data = rows.flatMap(({ id, isFollower, isSubscribed }) => {
    const card = cards.get(id)
    return card ? [{ ...card, isFollower, isSubscribed, spentTokens: fromHundredths(totals.get(id) ?? 0) }] : []
  })
  return { data, total }
}

/** @throws not_found for whoever neither follows nor subscribes, wrote or bought */
export async function one(db: Db, performerId: string, fanId: string): Promise<FanProfile> {
  const [account, cards, ties, spent, wrote, kept, blocked, between] = await Promise.all([
    accounts.find(db, fanId),
    profiles.userCards(db, [fanId]),
    queries.ties(db, performerId, fanId),
    earnings.spentOn(db, performerId, fanId),
    messaging.hasWritten(db, performerId, fanId),
    keptOf(db, performerId, fanId),
    blocks.blockedAmong(db, performerId, [fanId]),
    blocks.blocksBetween(db, performerId, [fanId]),
  ])
  const card = cards.get(fanId)
  const isKnown = ties.followsSince !== null || ties.subscribedSince !== null || ties.expiredAt !== null || spent.purchases > 0 || wrote
  // Who blocked them is not there for them, as everywhere; whom they blocked themselves they may look at.
  const isHidden = between.has(fanId) && !blocked.has(fanId)
  if (!account || account.role !== 'user' || !card || !isKnown || isHidden) return refuse('not_found')
  return {
    ...card,
    isFollower: ties.followsSince !== null,
    isSubscribed: ties.subscribedSince !== null,
    joinedAt: account.createdAt.toISOString(),
    isBlocked: blocked.has(fanId),
    ...(ties.followsSince && { followsSince: ties.followsSince.toISOString() }),
    ...(ties.subscribedSince && { subscribedSince: ties.subscribedSince.toISOString() }),
    ...(ties.expiredAt && { expiredAt: ties.expiredAt.toISOString() }),
    note: kept.note,
    listIds: kept.listIds,
    spent: {
      total: fromHundredths(spent.amount),
      purchases: spent.purchases,
      ...(spent.firstAt && { firstAt: spent.firstAt.toISOString() }),
      ...(spent.lastAt && { lastAt: spent.lastAt.toISOString() }),
    },
  }
}
