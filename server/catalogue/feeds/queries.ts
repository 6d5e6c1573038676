// A post's own half, and the timeline's lists, which join works.works, whose other half a post is. All other lists are works' own.
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import { mostCounted } from '#contract/endpoint.ts'
import { counted, empty, join, sql, withinDays, type Count, type Days, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { isOnShow, whole, type Medium, type Work } from '#server/catalogue/works/works.ts'

export interface Post {
  workId: string
  text: string
  tagline: string
  streamingAt: Date | null
  pollQuestion: string
  pollExpiresAt: Date | null
  options: { id: string; description: string }[]
}

const ofPost = sql`
  p.work_id as "workId", p.text, p.tagline, p.streaming_at as "streamingAt", p.poll_question as "pollQuestion", p.poll_expires_at as "pollExpiresAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'description', o.description) order by o.position), '[]')
   from feeds.poll_options o where o.work_id = p.work_id) as options`

export function posts(db: Db, ids: readonly string[]): Promise<Post[]> {
  return db.many(sql`select ${ofPost} from feeds.posts p where p.work_id = any(${ids})`)
}

export type WholePost = Work & Post

/** Posts and the works that they are, in one question. */
export function wholePosts(db: Db, ids: readonly string[]): Promise<WholePost[]> {
  return db.many<WholePost>(whole(ids, { columns: ofPost, join: sql`join feeds.posts p on p.work_id = w.id` }))
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
  kinds?: readonly WorkKind[] | undefined
  isFree?: boolean | undefined
  /** A query of the ids of creators whose posts are left out: those hidden from the reader. */
  hidden?: Sql | undefined
}

/** A place in a list that stays where it is while newer posts arrive. */
export interface Place {
  at: Date
  id: string
}

interface Listed {
  id: string
  kind: WorkKind
  at: Date
  creatorId: string
}

/** Newest first. */
export interface List {
  /** From its beginning, with how long it is. */
  page(db: Db, window: { limit: number; offset: number }): Promise<{ rows: Listed[]; hasMore: boolean } & Count>
  /** What comes next: whoever reads on does not ask how much there is. */
  after(db: Db, place: Place, limit: number): Promise<{ rows: Listed[]; hasMore: boolean }>
}

/** One kind is read in the order of its index; several are put in order. */
const ofKinds = ({ kinds = ['feed'] }: Filter): Sql => (kinds.length === 1 ? sql`w.kind = ${kinds[0]}` : sql`w.kind = any(${[...kinds]})`)

function matches({ medium, isFree, hidden, ...days }: Filter): Sql {
  const conditions: Sql[] = []
  if (isFree !== undefined) conditions.push(isFree ? sql`w.audience = 'free'` : sql`w.audience <> 'free'`)
  if (medium) conditions.push(sql`w.medium = ${medium}`)
  if (hidden) conditions.push(sql`w.creator_id not in (${hidden})`)
  return sql`${conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty}${withinDays(sql`w.published_at`, days)}`
}

const before = (place: Place | undefined): Sql => (place ? sql` and (w.published_at, w.id) < (${place.at}, ${place.id})` : empty)

/** Newest posts of these creators, a query of ids: a few index entries of each, then the newest of those. Rows are not carried until the page is known. */
export function newestOf(creators: Sql, { hidden, ...filter }: Filter): List {
  const wanted = (db: Db) => sql`w.creator_id = creator.id and ${ofKinds(filter)} and ${isOnShow(db)}${matches(filter)}`
  const order = sql`order by w.published_at desc, w.id desc`
  return listBy({
    // Once for the page and for the count.
    first: sql`with creator as materialized (select id from (${creators}) asked${hidden ? sql` where id not in (${hidden})` : empty})`,
    rows: (db, { after, limit, offset }) => sql`
        from creator
        cross join lateral (
          select w.id, w.kind, w.published_at as at, w.creator_id from works.works w
          where ${wanted(db)}${before(after)} ${order} limit ${limit + offset}
        ) shown
        order by shown.at desc, shown.id desc limit ${limit} offset ${offset}`,
    counted: (db) => sql`
        select from creator
        cross join lateral (select from works.works w where ${wanted(db)} ${order} limit ${mostCounted + 1}) shown`,
  })
}

/** Newest posts of everyone, those that are locked for most too unless only free ones are asked for. */
export function newest(filter: Filter): List {
  const wanted = (db: Db) => sql`${ofKinds(filter)} and ${isOnShow(db)}${matches(filter)}`
  return listBy({
    first: empty,
    rows: (db, { after, limit, offset }) => sql`
      from (
        select w.id, w.kind, w.published_at as at, w.creator_id from works.works w where ${wanted(db)}${before(after)}
        order by w.published_at desc, w.id desc limit ${limit} offset ${offset}
      ) shown`,
    counted: (db) => sql`select from works.works w where ${wanted(db)} order by w.published_at desc, w.id desc`,
  })
}

interface Parts {
  first: Sql
  rows: (db: Db, window: { after?: Place; limit: number; offset: number }) => Sql
  counted: (db: Db) => Sql
}

function listBy({ first, rows, counted: all }: Parts): List {
  const columns = sql`shown.id, shown.kind, shown.at, shown.creator_id as "creatorId"`
  const total = (db: Db) => sql`(select count(*) from (${all(db)} limit ${mostCounted + 1}) counted)`
  return {
    async page(db, { limit, offset }) {
      const found = await db.many<Listed & { total: number }>(sql`
        ${first} select ${columns}, ${total(db)} as total ${rows(db, { limit: limit + 1, offset })}`)
      // Behind its end a page is empty, and the total what it was.
      const length = found[0] ?? (offset > 0 ? await db.one<{ total: number }>(sql`${first} select ${total(db)} as total`) : { total: 0 })
      return { ...cut(found, limit), ...counted(length.total) }
    },
    async after(db, after, limit) {
      return cut(await db.many<Listed>(sql`${first} select ${columns} ${rows(db, { after, limit: limit + 1, offset: 0 })}`), limit)
    },
  }
}

const cut = (found: readonly Listed[], limit: number) => ({ rows: found.slice(0, limit), hasMore: found.length > limit })

/** What nobody bought, of a creator who is gone: no word of it is left. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`update feeds.posts set text = '', tagline = '', poll_question = '' where work_id = any(${workIds}::uuid[])`)
  await tx.run(sql`update feeds.poll_options set description = '-' where work_id = any(${workIds}::uuid[])`)
}
