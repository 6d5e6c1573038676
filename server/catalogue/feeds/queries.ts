// A post's own half, and the timeline's lists, which join works.works, whose other half a post is. All other lists are works' own.
import { mostCounted } from '#contract/endpoint.ts'
import { countUpTo, empty, join, sql, withinDays, type Count, type Days, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { isOnShow, type Kind, type Medium } from '#server/catalogue/works/works.ts'

export interface Post {
  workId: string
  text: string
  tagline: string
  streamingAt: Date | null
  pollQuestion: string
  pollExpiresAt: Date | null
  options: { id: string; description: string }[]
}

export function posts(db: Db, ids: readonly string[]): Promise<Post[]> {
  return db.many(sql`
    select work_id as "workId", text, tagline, streaming_at as "streamingAt", poll_question as "pollQuestion", poll_expires_at as "pollExpiresAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'description', o.description) order by o.position), '[]')
       from feeds.poll_options o where o.work_id = p.work_id) as options
    from feeds.posts p where work_id = any(${ids})`)
}

type Row = Omit<Post, 'options'>

export async function insert(tx: Tx, post: Row): Promise<void> {
  await tx.run(sql`
    insert into feeds.posts (work_id, text, tagline, streaming_at, poll_question, poll_expires_at)
    values (${post.workId}, ${post.text}, ${post.tagline}, ${post.streamingAt}, ${post.pollQuestion}, ${post.pollExpiresAt})`)
}

export async function update(tx: Tx, post: Row): Promise<void> {
  await tx.run(sql`
    update feeds.posts set text = ${post.text}, tagline = ${post.tagline}, streaming_at = ${post.streamingAt}, poll_question = ${post.pollQuestion},
      poll_expires_at = ${post.pollExpiresAt}
    where work_id = ${post.workId}`)
}

export interface Filter extends Days {
  medium?: Medium | undefined
  /** Kinds whose works stand among posts; posts alone where it is not said. */
  kinds?: readonly Kind[] | undefined
  isFree?: boolean | undefined
  /** Creators whose posts are left out: those hidden from the reader. */
  hiddenCreators?: ReadonlySet<string> | undefined
}

/** A place in a list that stays where it is while newer posts arrive. */
export interface Place {
  at: Date
  id: string
}

interface Listed {
  id: string
  kind: Kind
  at: Date
}

interface Window {
  after: Place | undefined
  limit: number
  offset: number
}

/** Newest first: read from a place on, and counted as a whole. */
export interface List {
  read(db: Db, window: Window): Promise<Listed[]>
  count(db: Db): Promise<Count>
}

/** One kind is read in the order of its index; several are put in order. */
const ofKinds = ({ kinds = ['feed'] }: Filter): Sql => (kinds.length === 1 ? sql`w.kind = ${kinds[0]}` : sql`w.kind = any(${[...kinds]})`)

function matches({ medium, isFree, hiddenCreators, ...days }: Filter): Sql {
  const conditions: Sql[] = []
  if (isFree !== undefined) conditions.push(isFree ? sql`w.audience = 'free'` : sql`w.audience <> 'free'`)
  if (medium) conditions.push(sql`w.medium = ${medium}`)
  if (hiddenCreators && hiddenCreators.size > 0) conditions.push(sql`w.creator_id <> all(${[...hiddenCreators]})`)
  return sql`${conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty}${withinDays(sql`w.published_at`, days)}`
}

const before = (place: Place | undefined): Sql => (place ? sql` and (w.published_at, w.id) < (${place.at}, ${place.id})` : empty)

/** Newest posts of these creators: a few index entries of each, then the newest of those. Rows are not carried until the page is known. */
export function newestOf(creatorIds: readonly string[], { hiddenCreators, ...filter }: Filter): List {
  const creators = creatorIds.filter((id) => !hiddenCreators?.has(id))
  return {
    read: (db, { after, limit, offset }) =>
      db.many(sql`
        select shown.id, shown.kind, shown.at
        from unnest(${creators}::uuid[]) as creator (id)
        cross join lateral (
          select w.id, w.kind, w.published_at as at from works.works w
          where w.creator_id = creator.id and ${ofKinds(filter)} and ${isOnShow(db)}${matches(filter)}${before(after)}
          order by w.published_at desc, w.id desc limit ${limit + offset}
        ) shown
        order by shown.at desc, shown.id desc limit ${limit} offset ${offset}`),
    count: (db) =>
      countUpTo(
        db,
        sql`
        select from unnest(${creators}::uuid[]) as creator (id)
        cross join lateral (
          select from works.works w where w.creator_id = creator.id and ${ofKinds(filter)} and ${isOnShow(db)}${matches(filter)}
          order by w.published_at desc, w.id desc limit ${mostCounted + 1}
        ) shown`,
      ),
  }
}

/** Newest posts of everyone, those that are locked for most too unless only free ones are asked for. */
export function newest(filter: Filter): List {
  const wanted = (db: Db) => sql`${ofKinds(filter)} and ${isOnShow(db)}${matches(filter)}`
  return {
    read: (db, { after, limit, offset }) =>
      db.many(sql`
        select w.id, w.kind, w.published_at as at from works.works w where ${wanted(db)}${before(after)}
        order by w.published_at desc, w.id desc limit ${limit} offset ${offset}`),
    count: (db) => countUpTo(db, sql`select from works.works w where ${wanted(db)} order by w.published_at desc, w.id desc`),
  }
}
