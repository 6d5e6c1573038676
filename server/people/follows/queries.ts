import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export function insert(tx: Tx, fanId: string, performerId: string): Promise<number> {
  return tx.run(
    sql`insert into follows.follows (fan_id, performer_id, created_at) values (${fanId}, ${performerId}, ${tx.now}) on conflict do nothing`,
  )
}

export function remove(tx: Tx, fanId: string, performerId: string): Promise<number> {
  return tx.run(sql`delete from follows.follows where fan_id = ${fanId} and performer_id = ${performerId}`)
}

export interface Following {
  performerId: string
  since: Date
}

/** All of them: a person follows hundreds at most, and who is hidden today is only known above. */
export function following(db: Db, fanId: string): Promise<Following[]> {
  return db.many<Following>(sql`
    select performer_id as "performerId", created_at as since from follows.follows where fan_id = ${fanId} order by created_at desc, performer_id limit 5000`)
}

export interface Follower {
  fanId: string
  since: Date
}

export function followers(db: Db, performerId: string, { limit, offset }: { limit: number; offset: number }): Promise<Follower[]> {
  return db.many<Follower>(sql`
    select fan_id as "fanId", created_at as since from follows.follows
    where performer_id = ${performerId} order by created_at desc, fan_id limit ${limit} offset ${offset}`)
}

/** The places, from 1, of the pairs of which the one follows the other. */
export async function among(db: Db, fanIds: readonly string[], performerIds: readonly string[]): Promise<number[]> {
  const rows = await db.many<{ place: number }>(sql`
    select place from unnest(${fanIds}::uuid[], ${performerIds}::uuid[]) with ordinality as pair (fan, performer, place)
    where (select true from follows.follows where fan_id = fan and performer_id = performer limit 1)`)
  return rows.map(({ place }) => place)
}

export function counts(db: Db, performerIds: readonly string[]): Promise<{ id: string; count: number }[]> {
  return db.many(sql`
    select performer_id as id, count(*) as count from follows.follows where performer_id = any(${performerIds}::uuid[]) group by performer_id`)
}
