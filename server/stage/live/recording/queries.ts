// Recordings of shows as they are kept.
import type { Recording as Shown } from '#contract/stage/recording.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Recording {
  streamId: string
  audience: Shown['privacy']
  /** Hundredths of a token; 0 where it is not sold. */
  price: number
  state: Shown['state']
  videoId: string | null
}

const columns = sql`r.stream_id as "streamId", r.audience, r.price, r.state, r.video_id as "videoId"`

export async function insert(tx: Tx, { streamId, audience, price }: Pick<Recording, 'streamId' | 'audience' | 'price'>): Promise<void> {
  await tx.run(sql`
    insert into live.recordings (stream_id, audience, price, asked_at) values (${streamId}, ${audience}, ${price}, ${tx.now})`)
}

export function recordings(db: Db, streamIds: readonly string[]): Promise<Recording[]> {
  return db.many<Recording>(sql`select ${columns} from live.recordings r where r.stream_id = any(${streamIds}::uuid[])`)
}

export function lock(tx: Tx, streamId: string): Promise<Recording | undefined> {
  return tx.maybe<Recording>(sql`select ${columns} from live.recordings r where r.stream_id = ${streamId} for update`)
}

/** Of shows that go on now. */
export async function onAir(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select r.stream_id as id from live.recordings r join live.streams s on s.work_id = r.stream_id
    where r.state = 'asked' and s.status = 'live' order by r.stream_id`)
  return rows.map(({ id }) => id)
}

/** Of shows that are over, and that nobody else has in hand. */
export async function over(db: Db, by: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select r.stream_id as id from live.recordings r join live.streams s on s.work_id = r.stream_id
    where r.settled_at is null and s.status = 'ended' and (r.taken_by is null or r.taken_by = ${by} or r.taken_until < ${db.now})
    order by r.stream_id limit 20`)
  return rows.map(({ id }) => id)
}

/** Takes it in hand, or keeps it. False while somebody else has it. @param from who hands it on */
export async function take(
  tx: Tx,
  streamId: string,
  { by, from = by, until }: { by: string; from?: string; until: Date },
): Promise<boolean> {
  const taken = await tx.maybe(sql`
    update live.recordings set taken_by = ${by}, taken_until = ${until}
    where stream_id = ${streamId} and settled_at is null and (taken_by is null or taken_by = ${from} or taken_until < ${tx.now}) returning stream_id`)
  return taken !== undefined
}

/** Whoever comes next may take it. */
export async function letGo(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`update live.recordings set taken_by = null, taken_until = null where stream_id = ${streamId}`)
}

export async function prepare(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`update live.recordings set state = 'preparing' where stream_id = ${streamId} and state = 'asked'`)
}

/** @param videoId of one that was made */
export async function settle(tx: Tx, streamId: string, state: 'made' | 'short' | 'withheld' | 'failed', videoId?: string): Promise<void> {
  await tx.run(sql`
    update live.recordings set state = ${state}, video_id = ${videoId ?? null}, settled_at = ${tx.now}, taken_by = null, taken_until = null
    where stream_id = ${streamId} and settled_at is null`)
}

/** Withheld, and settled since, or before, an instant. */
export async function withheld(db: Db, when: { since: Date } | { before: Date }): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select stream_id as id from live.recordings where state = 'withheld' and ${'since' in when ? sql`settled_at >= ${when.since}` : sql`settled_at < ${when.before}`} order by stream_id`)
  return rows.map(({ id }) => id)
}
