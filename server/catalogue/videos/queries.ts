import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Video {
  workId: string
  description: string
  publishWhenReady: boolean
}

export function videos(db: Db, workIds: readonly string[]): Promise<Video[]> {
  return db.many(sql`
    select work_id as "workId", description, publish_when_ready as "publishWhenReady" from videos.videos where work_id = any(${workIds})`)
}

/** Enters a video's own half, or writes it anew. */
export async function put(tx: Tx, { workId, description, publishWhenReady }: Video): Promise<void> {
  await tx.run(sql`
    insert into videos.videos (work_id, description, publish_when_ready) values (${workId}, ${description}, ${publishWhenReady})
    on conflict (work_id) do update set description = excluded.description, publish_when_ready = excluded.publish_when_ready`)
}
