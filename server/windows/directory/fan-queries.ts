import * as earnings from '#server/money/earnings/earnings.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { empty, listed, sql, type Db } from '#server/platform/db/db.ts'
import type { Order } from '#server/talk/fans/fans.ts'

export interface Fan {
  id: string
  isFollower: boolean
  isSubscribed: boolean
}

/** Followers and subscribers of a performer, by name, or by what they spent on them. */
export async function fans(
  db: Db,
  performerId: string,
  { like, list, sortBy, sort }: { like?: string | undefined; list?: 'followers' | 'subscribers' | undefined } & Order,
  page: { limit: number; offset: number },
): Promise<{ rows: Fan[]; total: number }> {
  const followers = sql`select fan_id as id from follows.follows where performer_id = ${performerId}`
  const subscribers = subscriptions.subscriberIds(db, performerId)
  const among = list === 'followers' ? followers : list === 'subscribers' ? subscribers : sql`${followers} union ${subscribers}`
  const isBySpent = sortBy === 'spent'
  return listed<Fan>(
    db,
    page,
    (total, window) => sql`
    select a.id, ${follows.isFollowing(sql`a.id`, sql`${performerId}`)} as "isFollower",
      ${subscriptions.isSubscribing(db, sql`a.id`, sql`${performerId}`)} as "isSubscribed", ${total}
    from accounts.accounts a ${isBySpent ? sql`left join (${earnings.spenders(performerId)}) as s on s.id = a.id` : empty}
    where a.id in (${among}) and a.state = 'active' and a.role = 'user' and a.id not in (${blocks.blockedEitherWay(performerId)})
      ${like === undefined ? empty : sql`and (a.name ilike ${like} or a.username ilike ${like})`}
    order by ${isBySpent ? sql`coalesce(s.amount, 0) ${sort === 'asc' ? sql`asc` : sql`desc`},` : empty} a.name, a.id ${window}`,
  )
}

export interface Ties {
  followsSince: Date | null
  subscribedSince: Date | null
  /** Of one that ran out, when none runs. */
  expiredAt: Date | null
}

export function ties(db: Db, performerId: string, fanId: string): Promise<Ties> {
  return db.one<Ties>(sql`
    select (select f.created_at from follows.follows f where f.fan_id = ${fanId} and f.performer_id = ${performerId}) as "followsSince",
      (select min(s.started_at) from subscriptions.subscriptions s
        where s.fan_id = ${fanId} and s.performer_id = ${performerId} and s.status <> 'expired' and s.expires_at > ${db.now}) as "subscribedSince",
      (select max(s.expires_at) from subscriptions.subscriptions s where s.fan_id = ${fanId} and s.performer_id = ${performerId}
        having bool_and(s.status = 'expired' or s.expires_at <= ${db.now})) as "expiredAt"`)
}
