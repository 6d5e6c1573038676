// Polls of rooms, their options and votes, as they are kept.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Poll {
  id: string
  streamId: string
  question: string
  expiresAt: Date | null
  endedAt: Date | null
}

export interface Option {
  id: string
  description: string
  votes: number
}

const columns = sql`p.id, p.stream_id as "streamId", p.question, p.expires_at as "expiresAt", p.ended_at as "endedAt"`

export async function insert(
  tx: Tx,
  streamId: string,
  poll: { question: string; options: readonly string[]; expiresAt: Date | null },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into live.polls (stream_id, question, expires_at, made_at) values (${streamId}, ${poll.question}, ${poll.expiresAt}, ${tx.now}) returning id`)
  await tx.run(sql`
    insert into live.poll_options (poll_id, position, description)
    select ${id}::uuid, place - 1, description from unnest(${poll.options}::text[]) with ordinality as o (description, place)`)
  return id
}

/** The newest of a stream. */
export function latest(db: Db, streamId: string): Promise<Poll | undefined> {
  return db.maybe<Poll>(sql`
    select ${columns} from live.polls p where p.stream_id = ${streamId} order by p.made_at desc, p.id desc limit 1`)
}

export function byId(db: Db, id: string): Promise<Poll | undefined> {
  return db.maybe<Poll>(sql`select ${columns} from live.polls p where p.id = ${id}`)
}

/** It does not end while somebody votes, and nobody votes while it ends. */
export function lock(tx: Tx, id: string): Promise<Poll | undefined> {
  return tx.maybe<Poll>(sql`select ${columns} from live.polls p where p.id = ${id} for update`)
}

export function ofOption(tx: Tx, optionId: string): Promise<Poll | undefined> {
  return tx.maybe<Poll>(sql`
    select ${columns} from live.polls p join live.poll_options o on o.poll_id = p.id where o.id = ${optionId} for share of p`)
}

export function options(db: Db, pollId: string): Promise<Option[]> {
  return db.many<Option>(sql`
    select o.id, o.description, (select count(*)::integer from live.votes v where v.option_id = o.id) as votes
    from live.poll_options o where o.poll_id = ${pollId} order by o.position`)
}

export async function voteOf(db: Db, pollId: string, accountId: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`
    select option_id as id from live.votes where poll_id = ${pollId} and account_id = ${accountId}`)
  return row?.id
}

/** Who voted, as many as are told of a count at once. */
export async function voters(db: Db, pollId: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select account_id as id from live.votes where poll_id = ${pollId} order by voted_at desc, account_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** False when they voted already. */
export async function insertVote(tx: Tx, { pollId, optionId, by }: { pollId: string; optionId: string; by: string }): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into live.votes (poll_id, account_id, option_id, voted_at) values (${pollId}, ${by}, ${optionId}, ${tx.now})
    on conflict on constraint one_vote_a_person_in_a_poll do nothing`)
  return inserted === 1
}

export async function end(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.polls set ended_at = greatest(${tx.now}::timestamptz, made_at) where id = ${id} and ended_at is null`)
}

/** Those of a stream that run: with the stream they are over. */
export async function endAll(tx: Tx, streamId: string): Promise<void> {
  await tx.run(
    sql`update live.polls set ended_at = greatest(${tx.now}::timestamptz, made_at) where stream_id = ${streamId} and ended_at is null`,
  )
}
