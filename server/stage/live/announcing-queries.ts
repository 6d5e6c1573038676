// Which post announces which stream, as it is kept.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export async function link(tx: Tx, streamId: string, postId: string): Promise<void> {
  await tx.run(sql`update live.streams set post_id = ${postId} where work_id = ${streamId}`)
}

/** By post: the stream that it announces. */
export async function streamsOf(db: Db, postIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ postId: string; id: string }>(sql`
    select post_id as "postId", work_id as id from live.streams where post_id = any(${postIds}::uuid[])`)
  return new Map(rows.map(({ postId, id }) => [postId, id]))
}
