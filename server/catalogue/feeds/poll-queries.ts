// The tables of polls: options that were made, and votes.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Option {
  id: string
  workId: string | null
  creatorId: string
  description: string
  expiresAt: Date | null
}

export async function insertOption(tx: Tx, creatorId: string, description: string, expiresAt: Date | null): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into feeds.poll_options (creator_id, description, expires_at, created_at) values (${creatorId}, ${description}, ${expiresAt}, ${tx.now})
    returning id`)
  return id
}

export function options(db: Db, ids: readonly string[]): Promise<Option[]> {
  return db.many(sql`
    select id, work_id as "workId", creator_id as "creatorId", description, expires_at as "expiresAt" from feeds.poll_options where id = any(${ids})`)
}

/** Puts these options into the post, in this order; false when one of them is another's or stands in another post by now. */
export async function join(tx: Tx, workId: string, creatorId: string, ids: readonly string[]): Promise<boolean> {
  await tx.run(sql`
    update feeds.poll_options set work_id = null, position = null where work_id = ${workId} and id <> all(${ids}::uuid[])`)
  const joined = await tx.run(sql`
    update feeds.poll_options o set work_id = ${workId}, position = place.position - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, position)
    where o.id = place.id and o.creator_id = ${creatorId} and (o.work_id is null or o.work_id = ${workId})`)
  return joined === ids.length
}

/** False when this person has voted here already. */
export async function insertVote(tx: Tx, vote: { workId: string; optionId: string; by: string }): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into feeds.votes (work_id, account_id, option_id, created_at) values (${vote.workId}, ${vote.by}, ${vote.optionId}, ${tx.now})
    on conflict on constraint one_vote_a_person do nothing`)
  return inserted === 1
}

export async function hasVotes(db: Db, workId: string): Promise<boolean> {
  return (await db.maybe(sql`select 1 from feeds.votes where work_id = ${workId} limit 1`)) !== undefined
}

/** What this reader voted for in each of these posts. */
export function votesOf(db: Db, by: string, workIds: readonly string[]): Promise<{ workId: string; optionId: string }[]> {
  return db.many(
    sql`select work_id as "workId", option_id as "optionId" from feeds.votes where account_id = ${by} and work_id = any(${workIds})`,
  )
}

export function removeUnused(tx: Tx, before: Date): Promise<number> {
  return tx.run(sql`delete from feeds.poll_options where work_id is null and created_at < ${before}`)
}
