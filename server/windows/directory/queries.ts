// Looking across people, prices, follows and subscriptions at once is what this window is for: it may join what it shows.
import { sql, type Db } from '#server/platform/db/db.ts'

export interface Search {
  q?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  isFreeSubscription?: boolean | undefined
  sortBy?: 'latest' | 'popular' | 'subscriber' | 'price' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** More performers than anyone pages through. */
const most = 5000

/** Ids in the order asked for: latest first unless told otherwise, the cheapest first by price. */
export async function performers(
  db: Db,
  { q, gender, country, isFreeSubscription, sortBy = 'latest', sort = sortBy === 'price' ? 'asc' : 'desc' }: Search,
): Promise<string[]> {
  const order = {
    latest: sql`coalesce(p.approved_at, a.created_at)`,
    popular: sql`(select count(*) from follows.follows f where f.performer_id = a.id)`,
    subscriber: sql`(select count(*) from subscriptions.subscriptions s where s.performer_id = a.id and s.status <> 'expired' and s.expires_at > ${db.now})`,
    price: sql`p.monthly_price`,
  }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a join profiles.performers p on p.account_id = a.id
    where a.role = 'performer' and a.state = 'active'
      and (${gender ?? null}::text is null or a.gender = ${gender ?? null})
      and (${country ?? null}::text is null or a.country = ${country ?? null})
      and (${isFreeSubscription ?? null}::boolean is null or p.has_free_trial = ${isFreeSubscription ?? null})
      and (${q ?? null}::text is null or position(lower(${q ?? null}) in lower(a.name || ' ' || a.username || ' ' || p.tagline || ' ' || array_to_string(p.tags, ' '))) > 0)
    order by ${order} ${direction}, a.id ${direction} limit ${most}`)
  return rows.map(({ id }) => id)
}

export async function hasSubscribed(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from subscriptions.subscriptions where fan_id = ${fanId} and performer_id = ${performerId} limit 1`)
  return row !== undefined
}

/** Likes of everything that a performer shows. */
export async function likesOfWorks(db: Db, creatorId: string): Promise<number> {
  const { likes } = await db.one<{ likes: number }>(sql`
    select (coalesce(sum(t.total), 0) + coalesce(sum(fresh.change), 0))::bigint as likes
    from works.works w
    left join reactions.totals t on t.target_id = w.id and t.action = 'like'
    left join lateral (select sum(change) as change from reactions.waiting x where x.target_id = w.id and x.action = 'like') fresh on true
    where w.creator_id = ${creatorId} and w.state = 'active' and w.deleted_at is null`)
  return likes
}
