// Looking across people, prices, follows and subscriptions at once is what this window is for: it may join what it shows.
import { empty, join, sql, type Db, type Sql } from '#server/platform/db/db.ts'

export interface Search {
  gender?: string | undefined
  country?: string | undefined
  isFreeSubscription?: boolean | undefined
  /** True: only those; false changes nothing. */
  isOnline?: boolean | undefined
  language?: string | undefined
  /** Any of these. */
  tags?: readonly string[] | undefined
  /** Self-descriptions by what they are about; of each, any of the values. */
  body?: Readonly<Record<string, readonly string[]>> | undefined
  sortBy?: 'latest' | 'popular' | 'subscriber' | 'price' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** More performers than anyone pages through. */
const most = 5000
/** Who was here in the last minutes is online (people/accounts says the same of a card). */
const onlineMinutes = 3

function matching(db: Db, { gender, country, isFreeSubscription, isOnline, language, tags, body = {} }: Search): Sql {
  const conditions = [sql`a.role = 'performer'`, sql`a.state = 'active'`]
  if (gender) conditions.push(sql`a.gender = ${gender}`)
  if (country) conditions.push(sql`a.country = ${country}`)
  if (isFreeSubscription !== undefined) conditions.push(sql`p.has_free_trial = ${isFreeSubscription}`)
  if (isOnline) {
    const since = new Date(db.now.getTime() - onlineMinutes * 60_000)
    conditions.push(
      sql`exists (select from accounts.sessions s where s.account_id = a.id and s.revoked_at is null and s.actor_id is null and s.seen_at > ${since})`,
    )
  }
  if (language) conditions.push(sql`p.languages @> array[${language}]`)
  if (tags) conditions.push(sql`p.tags && ${tags.map((tag) => tag.replace(/^#+/, '').toLowerCase())}`)
  for (const [about, values] of Object.entries(body)) conditions.push(sql`p.body ->> ${about} = any(${values})`)
  return join(conditions, ' and ')
}

/** Ids in the order asked for: latest first unless told otherwise, the cheapest first by price. Of all, or of these. */
export async function performers(db: Db, search: Search, ids?: readonly string[]): Promise<string[]> {
  const { sortBy = 'latest', sort = sortBy === 'price' ? 'asc' : 'desc' } = search
  const order = {
    latest: sql`coalesce(p.approved_at, a.created_at)`,
    popular: sql`(select count(*) from follows.follows f where f.performer_id = a.id)`,
    subscriber: sql`(select count(*) from subscriptions.subscriptions s where s.performer_id = a.id and s.status <> 'expired' and s.expires_at > ${db.now})`,
    price: sql`p.monthly_price`,
  }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a join profiles.performers p on p.account_id = a.id
    where ${matching(db, search)}${ids ? sql` and a.id = any(${ids})` : empty}
    order by ${order} ${direction}, a.id ${direction} limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Those of these performers who match. */
export async function among(db: Db, search: Search, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a join profiles.performers p on p.account_id = a.id
    where a.id = any(${ids}) and ${matching(db, search)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Anyone to discover, in an order of its own at each call. */
export async function anyOf(db: Db, exceptIds: readonly string[], limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a join profiles.performers p on p.account_id = a.id
    where ${matching(db, {})} and a.id <> all(${exceptIds})
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
