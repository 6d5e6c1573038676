// Who watches by HLS, whose stream is made for them by whom, and when a live card's picture was taken, as they are kept.
import { hlsTypes } from '#contract/stage/hls.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface HlsViewer {
  streamId: string
  accountId: string
  isUnseen: boolean
}

/** When their page asked for this stream last; undefined where they do not watch it so. */
export async function askedAt(db: Db, { streamId, accountId }: Omit<HlsViewer, 'isUnseen'>): Promise<Date | undefined> {
  const row = await db.maybe<{ at: Date }>(sql`
    select asked_at as at from live.hls_viewers where account_id = ${accountId} and stream_id = ${streamId}`)
  return row?.at
}

/** They watch this one from now on, and no other. */
export async function takesPlace(tx: Tx, { streamId, accountId, isUnseen }: HlsViewer): Promise<void> {
  await tx.run(sql`
    insert into live.hls_viewers as v (stream_id, account_id, is_unseen, asked_at) values (${streamId}, ${accountId}, ${isUnseen}, ${tx.now})
    on conflict (account_id) do update set stream_id = excluded.stream_id, is_unseen = excluded.is_unseen,
      asked_at = case when v.stream_id = excluded.stream_id then greatest(v.asked_at, excluded.asked_at) else excluded.asked_at end`)
}

/** Their page goes on. @param since who has not asked for another one since is nowhere else. False where they watch another one */
export async function asks(tx: Tx, { streamId, accountId, isUnseen }: HlsViewer, since: Date): Promise<boolean> {
  const kept = await tx.maybe(sql`
    insert into live.hls_viewers as v (stream_id, account_id, is_unseen, asked_at) values (${streamId}, ${accountId}, ${isUnseen}, ${tx.now})
    on conflict (account_id) do update set stream_id = excluded.stream_id, is_unseen = excluded.is_unseen, asked_at = greatest(v.asked_at, excluded.asked_at)
      where v.stream_id = excluded.stream_id or v.asked_at <= ${since}
    returning account_id`)
  return kept !== undefined
}

/** Those whose page asked since. */
export function viewers(db: Db, since: Date): Promise<HlsViewer[]> {
  return db.many<HlsViewer>(sql`
    select stream_id as "streamId", account_id as "accountId", is_unseen as "isUnseen" from live.hls_viewers where asked_at > ${since}
    order by stream_id, account_id`)
}

export async function count(db: Db, streamId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from live.hls_viewers where stream_id = ${streamId} and asked_at > ${since}`)
  return count
}

export async function putOut(tx: Tx, streamId: string, accountId: string): Promise<void> {
  await tx.run(sql`delete from live.hls_viewers where stream_id = ${streamId} and account_id = ${accountId}`)
}

export async function forget(tx: Tx, before: Date): Promise<void> {
  await tx.run(sql`delete from live.hls_viewers where asked_at < ${before}`)
}

/** Live, and asked for since: who was asked for first comes first. */
export async function wanted(db: Db, since: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.work_id as id from live.streams s
    where s.status = 'live' and s.provider = 'embedded' and s.type = any(${[...hlsTypes]})
      and s.work_id in (select v.stream_id from live.hls_viewers v where v.asked_at > ${since})
    order by s.started_at, s.work_id`)
  return rows.map(({ id }) => id)
}

export interface Run {
  run: string
  /** There is enough of it to begin with. */
  isReady: boolean
}

/** That somebody has in hand now. */
export function runOf(db: Db, streamId: string): Promise<Run | undefined> {
  return db.maybe<Run>(sql`
    select run, ready_at is not null as "isReady" from live.hls_runs where stream_id = ${streamId} and taken_until > ${db.now}`)
}

/** Places that are taken, but for the one that this person alone keeps: they leave it for another. @param since whoever asked since keeps one */
export async function countTaken(db: Db, accountId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from live.hls_runs r
    where r.taken_until > ${db.now} and not (
      exists (select from live.hls_viewers v where v.account_id = ${accountId} and v.stream_id = r.stream_id)
      and not exists (select from live.hls_viewers v where v.account_id <> ${accountId} and v.stream_id = r.stream_id and v.asked_at > ${since}))`)
  return count
}

/** Of these, those that somebody has in hand. */
export async function running(db: Db, streamIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select stream_id as id from live.hls_runs where stream_id = any(${streamIds}::uuid[]) and taken_until > ${db.now} order by stream_id`)
  return rows.map(({ id }) => id)
}

export interface Taking {
  streamId: string
  run: string
  by: string
  until: Date
}

/** Takes a stream in hand. False where somebody else has it, or `most` are in hand already. */
export async function take(tx: Tx, { streamId, run, by, until }: Taking, most: number): Promise<boolean> {
  // They are counted one after the other.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('live hls', 0))`)
  await tx.run(sql`delete from live.hls_runs where taken_until <= ${tx.now}`)
  const taken = await tx.maybe(sql`
    insert into live.hls_runs (stream_id, run, taken_by, taken_until)
    select ${streamId}, ${run}, ${by}, ${until} where (select count(*) from live.hls_runs) < ${most}
    on conflict (stream_id) do nothing returning stream_id`)
  return taken !== undefined
}

/** Keeps what is in hand, and says whether there is enough of it. False where another took it over. */
export async function keep(tx: Tx, run: string, { until, isReady }: { until: Date; isReady: boolean }): Promise<boolean> {
  const kept = await tx.maybe(sql`
    update live.hls_runs set taken_until = ${until}, ready_at = coalesce(ready_at, case when ${isReady} then ${tx.now}::timestamptz end)
    where run = ${run} returning run`)
  return kept !== undefined
}

export async function letGo(tx: Tx, run: string): Promise<void> {
  await tx.run(sql`delete from live.hls_runs where run = ${run}`)
}

/** Takes it upon itself to take a picture, which nobody did since. */
export async function triesSnapshot(tx: Tx, streamId: string, since: Date): Promise<boolean> {
  const tries = await tx.maybe(sql`
    update live.streams set snapshot_tried_at = ${tx.now}
    where work_id = ${streamId} and status = 'live' and type = 'public' and (snapshot_tried_at is null or snapshot_tried_at <= ${since})
    returning work_id`)
  return tries !== undefined
}

/** False where it is over meanwhile. */
export async function tookSnapshot(tx: Tx, streamId: string): Promise<boolean> {
  const took = await tx.maybe(sql`
    update live.streams set snapshot_at = ${tx.now} where work_id = ${streamId} and status = 'live' and type = 'public' returning work_id`)
  return took !== undefined
}

/** Of these, those that are live. */
export async function live(db: Db, streamIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams where work_id = any(${streamIds}::uuid[]) and status = 'live' order by work_id`)
  return rows.map(({ id }) => id)
}
