// Recordings of shows as they are kept.
import type { Recording as Shown } from '#contract/stage/recording.ts'
import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Recording {
  streamId: string
  audience: Shown['privacy']
  /** Hundredths of a token; 0 where it is not sold. */
  price: number
  state: Shown['state']
  reason: NonNullable<Shown['reason']> | null
  videoId: string | null
  settledAt: Date | null
}

const columns = sql`r.stream_id as "streamId", r.audience, r.price, r.state, r.reason, r.video_id as "videoId", r.settled_at as "settledAt"`

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

/** Whoever comes next may take it, after that. */
export async function letGo(tx: Tx, streamId: string, until: Date): Promise<void> {
  await tx.run(sql`update live.recordings set taken_until = ${until} where stream_id = ${streamId} and settled_at is null`)
}

/** Of these, those of which it is not known yet what becomes of them. */
export async function unsettled(db: Db, streamIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select stream_id as id from live.recordings where stream_id = any(${streamIds}::uuid[]) and settled_at is null order by stream_id`)
  return rows.map(({ id }) => id)
}

export async function prepare(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`update live.recordings set state = 'preparing' where stream_id = ${streamId} and state = 'asked'`)
}

/** What became of a recording. */
export type Outcome =
  | { state: 'made'; videoId: string }
  | { state: 'short' }
  | { state: 'withheld'; reason: 'cut'; filmType: Film['mediaType'] }
  | { state: 'failed'; reason: 'nothing_taped' | 'unreadable' | 'refused' }

/** False when it was settled before. */
export async function settle(tx: Tx, streamId: string, outcome: Outcome): Promise<boolean> {
  const reason = 'reason' in outcome ? outcome.reason : null
  const filmType = 'filmType' in outcome ? outcome.filmType : null
  const videoId = 'videoId' in outcome ? outcome.videoId : null
  const settled = await tx.maybe(sql`
    update live.recordings
    set state = ${outcome.state}, reason = ${reason}, film_type = ${filmType}, video_id = ${videoId}, settled_at = greatest(${tx.now}::timestamptz, asked_at), taken_by = null, taken_until = null
    where stream_id = ${streamId} and settled_at is null returning stream_id`)
  return settled !== undefined
}

/** A film that lay in the library is sealed after all. False where it did not. */
export async function sealRefused(tx: Tx, streamId: string, filmType: Film['mediaType']): Promise<boolean> {
  const sealed = await tx.maybe(sql`
    update live.recordings set state = 'withheld', reason = 'cut', film_type = ${filmType}, settled_at = greatest(${tx.now}::timestamptz, asked_at)
    where stream_id = ${streamId} and state = 'failed' and reason = 'refused' returning stream_id`)
  return sealed !== undefined
}

/** A sealed film. */
export interface Film {
  mediaType: 'video/webm' | 'video/mp4' | 'video/x-matroska'
}

/** Undefined where there is none, or where it was settled before an instant. */
export async function film(db: Db, streamId: string, since: Date): Promise<Film | undefined> {
  const row = await db.maybe<{ mediaType: Film['mediaType'] | null }>(sql`
    select film_type as "mediaType" from live.recordings where stream_id = ${streamId} and state = 'withheld' and settled_at >= ${since}`)
  return row?.mediaType ? { mediaType: row.mediaType } : undefined
}

export interface Withheld {
  streamId: string
  performerId: string
  endedAt: Date | null
  settledAt: Date
}

/** Settled since an instant, the last first. */
export async function withheldPage(
  db: Db,
  since: Date,
  window: { limit: number; offset: number },
): Promise<{ rows: Withheld[]; total: number }> {
  return await listed<Withheld>(
    db,
    window,
    (total, part) => sql`
    select r.stream_id as "streamId", s.performer_id as "performerId", s.ended_at as "endedAt", r.settled_at as "settledAt", ${total}
    from live.recordings r join live.streams s on s.work_id = r.stream_id where r.state = 'withheld' and r.settled_at >= ${since}
    order by r.settled_at desc, r.stream_id desc
    ${part}`,
  )
}

/** Withheld, and settled since, or before, an instant. */
export async function withheld(db: Db, when: { since: Date } | { before: Date }): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select stream_id as id from live.recordings where state = 'withheld' and ${'since' in when ? sql`settled_at >= ${when.since}` : sql`settled_at < ${when.before}`} order by stream_id`)
  return rows.map(({ id }) => id)
}
