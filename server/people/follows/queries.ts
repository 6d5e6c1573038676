import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

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

/** A query of the ids of all whom this fan follows, hidden ones included: the asker knows the country. */
export const followedIds = (fanId: string): Sql => sql`select performer_id as id from follows.follows where fan_id = ${fanId}`

/** A query of the ids of all who follow this performer. */
export const followerIds = (performerId: string): Sql => sql`select fan_id as id from follows.follows where performer_id = ${performerId}`

/** A page of them who are open and not among `hidden`, a query of ids; and how many those are in all. */
export async function followed(
  db: Db,
  fanId: string,
  hidden: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Following[]; total: number }> {
  const there = sql`
    from follows.follows f join accounts.accounts a on a.id = f.performer_id
    where f.fan_id = ${fanId} and a.role = 'performer' and a.state = 'active' and f.performer_id not in (${hidden})`
  const [rows, { total }] = await Promise.all([
    db.many<Following>(sql`
      select f.performer_id as "performerId", f.created_at as since ${there}
      order by f.created_at desc, f.performer_id limit ${limit} offset ${offset}`),
    db.one<{ total: number }>(sql`select count(*) as total ${there}`),
  ])
  return { rows, total }
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

export async function among(db: Db, fanId: string, performerIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select performer_id as id from follows.follows where fan_id = ${fanId} and performer_id = any(${performerIds}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** The condition that one follows the other, for queries that have both. */
export const isFollowing = (fan: Sql, performer: Sql): Sql => sql`
  coalesce((select true from follows.follows where fan_id = ${fan} and performer_id = ${performer} limit 1), false)`

/** A trigger keeps them, in the transaction that follows or no longer does. */
export function counts(db: Db, performerIds: readonly string[]): Promise<{ id: string; count: number }[]> {
  return db.many(sql`
    select performer_id as id, followers as count from follows.totals where performer_id = any(${performerIds}::uuid[])`)
}

/** Those of somebody, and those who follow them. */
export async function removeAll(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from follows.follows where fan_id = ${accountId}`)
  await tx.run(sql`delete from follows.follows where performer_id = ${accountId}`)
}
