// Looking across people, prices, follows and subscriptions at once is what this window is for: it may join what it shows.
import { welcomeOf } from '#server/catalogue/videos/videos.ts'
import { isOnShow } from '#server/catalogue/works/works.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import { empty, join, sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { showOnAir } from '#server/stage/live/live.ts'

export interface Search {
  gender?: string | undefined
  country?: string | undefined
  isFreeSubscription?: boolean | undefined
  /** Who is here now, or who is not. */
  isOnline?: boolean | undefined
  /** Who has a show on air that the viewer may come to, or who has none. */
  isLive?: boolean | undefined
  language?: string | undefined
  /** Any of these. */
  tags?: readonly string[] | undefined
  /** Self-descriptions by what they are about; of each, any of the values. */
  body?: Readonly<Record<string, readonly string[]>> | undefined
  sortBy?: 'latest' | 'popular' | 'subscriber' | 'price' | undefined
  sort?: 'asc' | 'desc' | undefined
}

function matching(
  db: Db,
  { gender, country, isFreeSubscription, isOnline, isLive, language, tags, body = {} }: Search,
  viewerId?: string,
): Sql {
  const conditions = [sql`a.role = 'performer'`, sql`a.state = 'active'`]
  if (gender) conditions.push(sql`a.gender = ${gender}`)
  if (country) conditions.push(sql`a.country = ${country}`)
  if (isFreeSubscription !== undefined) conditions.push(sql`p.has_free_trial = ${isFreeSubscription}`)
  if (isOnline !== undefined) conditions.push(sql`${accounts.isOnline(db, sql`a.id`)} = ${isOnline}`)
  if (isLive !== undefined) conditions.push(sql`exists (${showOnAir(sql`a.id`, viewerId)}) = ${isLive}`)
  if (language) conditions.push(sql`p.languages @> array[${language}]`)
  if (tags) conditions.push(sql`p.tags && ${tags.map((tag) => tag.replace(/^#+/, '').toLowerCase())}`)
  for (const [about, values] of Object.entries(body)) conditions.push(sql`p.body ->> ${about} = any(${values})`)
  return join(conditions, ' and ')
}

export interface Within {
  /** A query of the ids of those who are left out. */
  hidden: Sql
  viewerId: string | undefined
  /** Queries of ids, the closest first: only those of one of them; the order asked for holds within each. */
  found?: readonly Sql[]
  limit: number
  offset: number
}

/**
 * A page of ids, and how many there are in all, of one moment: latest first unless told otherwise, the cheapest first by price. One row comes
 * back, however many match.
 */
export function performers(
  db: Db,
  search: Search,
  { hidden, viewerId, found, limit, offset }: Within,
): Promise<{ ids: string[]; total: number }> {
  const { sortBy = 'latest', sort = sortBy === 'price' ? 'asc' : 'desc' } = search
  const figure = {
    latest: sql`coalesce(p.approved_at, a.created_at)`,
    popular: sql`coalesce((select t.followers from follows.totals t where t.performer_id = a.id), 0)`,
    subscriber: sql`(select count(*) from subscriptions.subscriptions s where s.performer_id = a.id and s.status <> 'expired' and s.expires_at > ${db.now})`,
    price: sql`p.monthly_price`,
  }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  // Each query of ids is run once, by itself: what it found is looked up, and never the other way round.
  const among = (ids: Sql) => sql`a.id = any(array(${ids}))`
  const words = found ? sql` and (${join(found.map(among), ' or ')})` : empty
  const closeness = found && found.length > 1 && !search.sortBy ? sql`case when ${among(found[0] ?? empty)} then 0 else 1 end` : sql`0`
  return db.one(sql`
    with there as materialized (
      select a.id, ${closeness} as closeness, ${figure} as figure
      from accounts.accounts a join profiles.performers p on p.account_id = a.id
      where ${matching(db, search, viewerId)} and a.id not in (${hidden})${words}
    )
    select (select count(*) from there) as total,
      array(select id from there order by closeness, figure ${direction}, id ${direction} limit ${limit} offset ${offset}) as ids`)
}

/** Anyone to discover, in an order of its own at each call: not oneself, and nobody one follows. */
export async function anyOf(db: Db, viewerId: string | undefined, hidden: Sql, limit: number): Promise<string[]> {
  const strangers = viewerId
    ? sql` and a.id <> ${viewerId} and a.id not in (select performer_id from follows.follows where fan_id = ${viewerId})`
    : empty
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a join profiles.performers p on p.account_id = a.id
    where ${matching(db, {})} and a.id not in (${hidden})${strangers}
    order by random() limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * The last 30 days in points: 20 for a new subscriber, 1 for a like of a work, 1 for each 10 tokens of sales. Nobody can be lifted by
 * refunded sales: what was given back is taken off.
 */
export async function ranked(db: Db, limit: number): Promise<string[]> {
  const since = new Date(db.now.getTime() - 30 * 86_400_000)
  const rows = await db.many<{ id: string }>(sql`
    with points as (
      select performer_id as id, 20 * count(*)::numeric as points from subscriptions.subscriptions where started_at > ${since} group by 1
      union all
      select w.creator_id, count(*) from reactions.reactions r join works.works w on w.id = r.target_id
      where r.action = 'like' and r.created_at > ${since} group by 1
      union all
      select a.owner_id, sum(t.sign * t.amount) / 1000.0 from wallet.transfers t join wallet.accounts a on a.id = t.payee and a.kind = 'earnings'
      where t.created_at > ${since} group by 1
    )
    select s.id from (select id, sum(points) as points from points group by id) s
    join accounts.accounts a on a.id = s.id join profiles.performers p on p.account_id = a.id
    where ${matching(db, {})} and p.shows_in_rankings and s.points > 0
    order by s.points desc, s.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** How many hold to a performer, and what is between them and whoever looks. */
export interface Ties {
  id: string
  followers: number
  subscribers: number
  isFollowed: boolean
  isSubscribed: boolean
  /** The show that they have on air now. */
  liveId: string | null
  /** Now or at any time before. */
  hasSubscribed: boolean
}

/** One row for each of them. To a visitor nobody is tied. */
export function ties(db: Db, viewerId: string | undefined, performerIds: readonly string[]): Promise<Ties[]> {
  const [viewer, performer] = [sql`${viewerId ?? null}::uuid`, sql`performer.id`]
  return db.many<Ties>(sql`
    select performer.id, coalesce((select followers from follows.totals where performer_id = performer.id), 0) as followers,
      (select count(*) from subscriptions.subscriptions s
       where s.performer_id = performer.id and s.status <> 'expired' and s.expires_at > ${db.now}) as subscribers,
      ${isFollowing(viewer, performer)} as "isFollowed", ${isSubscribing(db, viewer, performer)} as "isSubscribed",
      (${showOnAir(performer, viewerId)}) as "liveId",
      coalesce((select true from subscriptions.subscriptions where fan_id = ${viewer} and performer_id = performer.id limit 1), false) as "hasSubscribed"
    from unnest(${performerIds}::uuid[]) as performer (id)`)
}

/** Likes of everything that a performer shows, and the video that greets on their page. */
export function likesAndWelcome(db: Db, creatorId: string): Promise<{ likes: number; welcomeId: string | null }> {
  return db.one<{ likes: number; welcomeId: string | null }>(sql`
    select (coalesce(sum(t.total), 0) + coalesce(sum(fresh.change), 0))::bigint as likes, (${welcomeOf(db, creatorId)}) as "welcomeId"
    from works.works w
    left join reactions.totals t on t.target_id = w.id and t.action = 'like'
    left join lateral (select sum(change) as change from reactions.waiting x where x.target_id = w.id and x.action = 'like') fresh on true
    where w.creator_id = ${creatorId} and ${isOnShow(db)}`)
}
