import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

/** 0 where it is on its way already. */
export function begin(tx: Tx, { workId, creatorId, at }: { workId: string; creatorId: string; at: Date }): Promise<number> {
  return tx.run(sql`
    insert into notifications.spreads (work_id, creator_id, created_at) values (${workId}, ${creatorId}, ${at}) on conflict do nothing`)
}

interface Spread {
  creatorId: string
  reached: string | null
  createdAt: Date
  finishedAt: Date | null
}

export function lock(tx: Tx, workId: string): Promise<Spread | undefined> {
  return tx.maybe<Spread>(sql`
    select creator_id as "creatorId", reached, created_at as "createdAt", finished_at as "finishedAt" from notifications.spreads
    where work_id = ${workId} for update`)
}

/** The next of those who follow or subscribe, by their ids; each once. @param to queries of their ids, as the column id */
export async function next(
  db: Db,
  { followers, subscribers }: { followers: Sql; subscribers: Sql },
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  // `fan_id` is the column of both: named, so that an index in its order is read no further than the batch goes.
  const part = (ids: Sql) => sql`(${ids} and (${after}::uuid is null or fan_id > ${after}::uuid) order by fan_id limit ${limit})`
  const rows = await db.many<{ id: string }>(sql`
    select id from (${part(followers)} union ${part(subscribers)}) reader order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function reach(
  tx: Tx,
  workId: string,
  { reached, told, isOver }: { reached: string | null; told: number; isOver: boolean },
): Promise<void> {
  await tx.run(sql`
    update notifications.spreads set reached = ${reached}, told = told + ${told}, finished_at = case when ${isOver}::boolean then ${tx.now}::timestamptz end
    where work_id = ${workId}`)
}
