// A post's own half, and the lists of posts. The lists join works.works, whose other half a post is: a page is a page of both.
import { empty, join, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type PostType = 'text' | 'photo'

export interface Post {
  workId: string
  type: PostType
  text: string
  tagline: string
  tags: string[]
  participantIds: string[]
}

export function posts(db: Db, ids: readonly string[]): Promise<Post[]> {
  return db.many(sql`
    select work_id as "workId", type, text, tagline, tags, participant_ids as "participantIds" from feeds.posts where work_id = any(${ids})`)
}

export async function insert(tx: Tx, post: Post): Promise<void> {
  await tx.run(sql`
    insert into feeds.posts (work_id, type, text, tagline, tags, participant_ids)
    values (${post.workId}, ${post.type}, ${post.text}, ${post.tagline}, ${post.tags}, ${post.participantIds})`)
}

export async function update(tx: Tx, post: Omit<Post, 'type' | 'participantIds'>): Promise<void> {
  await tx.run(
    sql`update feeds.posts set text = ${post.text}, tagline = ${post.tagline}, tags = ${post.tags} where work_id = ${post.workId}`,
  )
}

export interface Filter {
  type?: PostType | undefined
  isFree?: boolean | undefined
  audience?: string | undefined
  text?: string | undefined
  tag?: string | undefined
}

/** A place in a list that stays where it is while newer posts arrive. */
export interface Place {
  at: Date
  id: string
}

const isShown = (db: Db): Sql => sql`
  w.kind = 'feed' and w.state = 'active' and w.deleted_at is null and w.published_at <= ${db.now} and (w.expires_at is null or w.expires_at > ${db.now})`

function matches({ type, isFree, audience, text, tag }: Filter): Sql {
  const conditions: Sql[] = []
  if (isFree) conditions.push(sql`w.audience = 'free'`)
  if (isFree === false) conditions.push(sql`w.audience <> 'free'`)
  if (audience) conditions.push(sql`w.audience = ${audience}`)
  const own: Sql[] = []
  if (type) own.push(sql`p.type = ${type}`)
  if (tag) own.push(sql`p.tags @> array[${tag}]`)
  // A text that is locked is not found by its words either: an answer would tell what it says.
  if (text) {
    const readable = sql`p.tagline || case when p.type = 'text' and w.audience <> 'free' then '' else ' ' || p.text end`
    own.push(sql`position(lower(${text}) in lower(${readable})) > 0`)
  }
  if (own.length > 0) conditions.push(sql`exists (select from feeds.posts p where p.work_id = w.id and ${join(own, ' and ')})`)
  return conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty
}

const before = (place: Place | undefined): Sql => (place ? sql` and (w.published_at, w.id) < (${place.at}, ${place.id})` : empty)

export interface Listed {
  id: string
  at: Date
}

/** Newest posts of these creators: a few index entries of each, then the newest of those. Rows are not carried until the page is known. */
export function newestOf(
  db: Db,
  creatorIds: readonly string[],
  filter: Filter,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<Listed[]> {
  return db.many(sql`
    select shown.id, shown.at
    from unnest(${creatorIds}::uuid[]) as creator (id)
    cross join lateral (
      select w.id, w.published_at as at from works.works w
      where w.creator_id = creator.id and ${isShown(db)}${matches(filter)}${before(after)}
      order by w.published_at desc, w.id desc limit ${limit + offset}
    ) shown
    order by shown.at desc, shown.id desc limit ${limit} offset ${offset}`)
}

/** Newest free posts of everyone. */
export function newestFree(
  db: Db,
  filter: Filter,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<Listed[]> {
  return db.many(sql`
    select w.id, w.published_at as at from works.works w
    where w.audience = 'free' and ${isShown(db)}${matches(filter)}${before(after)}
    order by w.published_at desc, w.id desc limit ${limit} offset ${offset}`)
}

/** One creator's posts on show: pinned first, then newest. */
export async function ofCreator(
  db: Db,
  creatorId: string,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const rows = await db.many<{ id: string; total: number }>(sql`
    select w.id, count(*) over () as total from works.works w
    where w.creator_id = ${creatorId} and ${isShown(db)}${matches(filter)}
    order by w.pinned desc, w.published_at desc, w.id desc limit ${limit} offset ${offset}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

export interface OwnFilter extends Filter {
  status?: 'active' | 'inactive' | 'pending_review' | 'rejected' | 'file-error' | undefined
  sortBy?: 'createdAt' | 'price' | 'totalLike' | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** Everything of one creator, whatever its state. */
export async function own(
  db: Db,
  creatorId: string,
  { status, sortBy = 'createdAt', sort = 'desc', ...filter }: OwnFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const column = { createdAt: sql`w.created_at`, price: sql`w.price`, totalLike: likesOfWork }[sortBy]
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const rows = await db.many<{ id: string; total: number }>(sql`
    select w.id, count(*) over () as total from works.works w
    where w.creator_id = ${creatorId} and w.kind = 'feed' and w.deleted_at is null${inStatus(status)}${matches(filter)}
    order by ${column} ${direction}, w.id ${direction} limit ${limit} offset ${offset}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

const likesOfWork = sql`(
  coalesce((select total from reactions.totals t where t.target_id = w.id and t.action = 'like'), 0)
  + coalesce((select sum(change) from reactions.waiting x where x.target_id = w.id and x.action = 'like'), 0))`

/** What the owner calls a status: a takedown is a rejection to them, a draft is inactive. */
function inStatus(status: OwnFilter['status']): Sql {
  if (!status) return empty
  if (status === 'inactive') return sql` and w.state = 'draft'`
  if (status === 'rejected') return sql` and w.state in ('rejected', 'removed')`
  const hasBrokenFile = sql`exists (select from works.files f join files.files b on b.id = f.file_id where f.work_id = w.id and b.status = 'error')`
  if (status === 'file-error') return sql` and ${hasBrokenFile}`
  return sql` and w.state = ${status}`
}
