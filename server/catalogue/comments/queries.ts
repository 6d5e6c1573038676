import { listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Comment {
  id: string
  workId: string
  parentId: string | null
  authorId: string
  content: string
  pinnedAt: Date | null
  editedAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

export function comments(db: Db, ids: readonly string[]): Promise<Comment[]> {
  return db.many(sql`
    select id, work_id as "workId", parent_id as "parentId", author_id as "authorId", content, pinned_at as "pinnedAt", edited_at as "editedAt",
      deleted_at as "deletedAt", created_at as "createdAt"
    from comments.comments where id = any(${ids})`)
}

export async function insert(
  tx: Tx,
  { workId, parentId, authorId, content }: Pick<Comment, 'workId' | 'parentId' | 'authorId' | 'content'>,
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into comments.comments (work_id, parent_id, author_id, content, created_at)
    values (${workId}, ${parentId}, ${authorId}, ${content}, ${tx.now}) returning id`)
  return id
}

export async function rewrite(tx: Tx, id: string, content: string): Promise<void> {
  await tx.run(sql`update comments.comments set content = ${content}, edited_at = ${tx.now} where id = ${id}`)
}

/** False when it was deleted before. */
export async function markDeleted(tx: Tx, id: string, by: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      update comments.comments set deleted_at = ${tx.now}, deleted_by = ${by}, pinned_at = null where id = ${id} and deleted_at is null`)) ===
    1
  )
}

/** Another one that was pinned gives way. Taken in one order, so that two pins at once cannot wait for each other. */
export async function pin(tx: Tx, workId: string, id: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${workId}, 2))`)
  await tx.run(sql`update comments.comments set pinned_at = null where work_id = ${workId} and pinned_at is not null and id <> ${id}`)
  await tx.run(sql`update comments.comments set pinned_at = coalesce(pinned_at, ${tx.now}) where id = ${id}`)
}

export async function unpin(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update comments.comments set pinned_at = null where id = ${id}`)
}

/** People whose comments the reader does not meet, in either direction of a block. */
type Hidden = ReadonlySet<string>

interface Window {
  limit: number
  offset: number
}

export interface Listed {
  ids: string[]
  total: number
}

const isOf = (hidden: Hidden, author: Sql): Sql => sql`${author} <> all(${[...hidden]}::uuid[])`

/** Newest first, the pinned one before all. A deleted one keeps its place while replies that the reader sees stand under it. */
export async function ofWork(db: Db, workId: string, hidden: Hidden, { limit, offset }: Window): Promise<Listed> {
  return idsOf(
    await listed<{ id: string }>(
      db,
      { limit, offset },
      (total, window) => sql`
      select c.id, ${total} from comments.comments c
      where c.work_id = ${workId} and c.parent_id is null and ${isOf(hidden, sql`c.author_id`)}
        and (c.deleted_at is null or exists (
          select from comments.comments r where r.parent_id = c.id and r.deleted_at is null and ${isOf(hidden, sql`r.author_id`)}))
      order by c.pinned_at desc nulls last, c.created_at desc, c.id desc ${window}`,
    ),
  )
}

/** Oldest first. */
export async function ofComment(db: Db, parentId: string, hidden: Hidden, { limit, offset }: Window): Promise<Listed> {
  return idsOf(
    await listed<{ id: string }>(
      db,
      { limit, offset },
      (total, window) => sql`
      select c.id, ${total} from comments.comments c
      where c.parent_id = ${parentId} and c.deleted_at is null and ${isOf(hidden, sql`c.author_id`)}
      order by c.created_at, c.id ${window}`,
    ),
  )
}

function idsOf({ rows, total }: { rows: readonly { id: string }[]; total: number }): Listed {
  return { ids: rows.map(({ id }) => id), total }
}

/** How many replies the reader sees under each of these; those without are left out. */
export async function replies(db: Db, parentIds: readonly string[], hidden: Hidden): Promise<Map<string, number>> {
  const rows = await db.many<{ id: string; total: number }>(sql`
    select parent_id as id, count(*) as total from comments.comments c
    where parent_id = any(${parentIds}) and deleted_at is null and ${isOf(hidden, sql`c.author_id`)} group by parent_id`)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

export interface OwnComment {
  workId: string
  at: Date
  text: string
  editedAt: Date | null
}

/** What somebody wrote and did not delete, oldest first. */
export function writtenBy(db: Db, authorId: string, { limit, offset }: Window): Promise<OwnComment[]> {
  return db.many<OwnComment>(sql`
    select work_id as "workId", created_at as at, content as text, edited_at as "editedAt" from comments.comments
    where author_id = ${authorId} and deleted_at is null order by created_at, id limit ${limit} offset ${offset}`)
}
