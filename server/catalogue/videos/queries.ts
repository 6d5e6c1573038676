import { isOnShow } from '#server/catalogue/works/works.ts'
import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

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

export async function greet(tx: Tx, performerId: string, workId: string): Promise<void> {
  await tx.run(sql`
    insert into videos.welcomes (performer_id, work_id, chosen_at) values (${performerId}, ${workId}, ${tx.now})
    on conflict (performer_id) do update set work_id = excluded.work_id, chosen_at = excluded.chosen_at`)
}

export async function greetNoMore(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`delete from videos.welcomes where performer_id = ${performerId}`)
}

/** A query of the video that greets on a performer's page, where it is free and stands for everybody. */
export const welcomeOf = (db: Db, performerId: string): Sql => sql`
  select w.id from videos.welcomes c join works.works w on w.id = c.work_id
  where c.performer_id = ${performerId} and w.audience = 'free' and ${isOnShow(db)}`

export async function chosenBy(db: Db, performerId: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`
    select c.work_id as id from videos.welcomes c join works.works w on w.id = c.work_id where c.performer_id = ${performerId} and w.deleted_at is null`)
  return row?.id
}

/** What nobody bought, of a creator who is gone. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`update videos.videos set description = '' where work_id = any(${workIds}::uuid[])`)
}
