// Streams and stream profiles as they are kept. Who may watch, the price and the receipts stand with the work (works, access).
import type { BegunType, Stream as Shown, StreamType } from '#contract/stage/live.ts'
import type { ProviderName } from '#contract/stage/providers.ts'
import type { Recording } from '#contract/stage/recording.ts'
import { countAll, empty, sql, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Stream {
  workId: string
  performerId: string
  type: StreamType
  /** Of shows paid for by the minute: hundredths of a token for each started one, and to look on in a private one. */
  minutePrice: number | null
  minMinutes: number
  spyPrice: number | null
  description: string
  /** Whom its performer named as a guest on the stage, and what they said to it. */
  guestId: string | null
  guestState: 'asked' | 'agreed' | 'declined' | 'withdrawn' | null
  status: 'scheduled' | 'live' | 'ended'
  scheduledAt: Date | null
  startedAt: Date | null
  /** When its picture came for the first time. */
  firstSeenAt: Date | null
  /** Milliseconds in which it came. */
  seenMs: number
  lastBeatAt: Date | null
  /** Seconds. */
  duration: number
  mostViewers: number
  /** The post that announces it. */
  postId: string | null
  endedAt: Date | null
  endedWhy: Why | null
  /** Who carries its picture and sound, from when it began. */
  provider: ProviderName
  /** When the picture on its card was taken. */
  snapshotAt: Date | null
}

/** Why a stream is over (contract/stage/live.ts). */
export type Why = NonNullable<Shown['endedWhy']>

const columns = sql`
  s.work_id as "workId", s.performer_id as "performerId", s.type, s.minute_price as "minutePrice", s.min_minutes as "minMinutes", s.spy_price as "spyPrice", s.description, s.status, s.scheduled_at as "scheduledAt", s.started_at as "startedAt",
  s.first_seen_at as "firstSeenAt", s.seen_ms as "seenMs", s.last_beat_at as "lastBeatAt", s.duration, s.most_viewers as "mostViewers", s.ended_at as "endedAt", s.ended_why as "endedWhy", s.provider,
  s.guest_id as "guestId", s.guest_state as "guestState", s.post_id as "postId", s.snapshot_at as "snapshotAt"`

export function streams(db: Db, ids: readonly string[]): Promise<Stream[]> {
  return db.many<Stream>(sql`select ${columns} from live.streams s where s.work_id = any(${ids}::uuid[])`)
}

/** For whoever is about to change it. */
export function lock(tx: Tx, id: string): Promise<Stream | undefined> {
  return tx.maybe<Stream>(sql`select ${columns} from live.streams s where s.work_id = ${id} for update`)
}

/** One creator begins and announces one thing at a time. */
export async function lockCreator(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('live ' || ${performerId}, 0))`)
}

export async function insert(
  tx: Tx,
  stream: Pick<Stream, 'workId' | 'performerId' | 'type' | 'description' | 'scheduledAt' | 'minutePrice' | 'minMinutes' | 'spyPrice'>,
): Promise<void> {
  const { workId, performerId, type, description, scheduledAt, minutePrice, minMinutes, spyPrice } = stream
  await tx.run(sql`
    insert into live.streams (work_id, performer_id, type, description, status, scheduled_at, created_at, minute_price, min_minutes, spy_price)
    values (${workId}, ${performerId}, ${type}, ${description}, 'scheduled', ${scheduledAt ?? tx.now}, ${tx.now}, ${minutePrice}, ${minMinutes}, ${spyPrice})`)
}

export async function describe(
  tx: Tx,
  id: string,
  { description, scheduledAt, minutePrice }: Pick<Stream, 'description' | 'scheduledAt' | 'minutePrice'>,
): Promise<void> {
  await tx.run(sql`
    update live.streams set description = ${description}, scheduled_at = ${scheduledAt}, minute_price = ${minutePrice},
      moved_at = case when scheduled_at is distinct from ${scheduledAt}::timestamptz then ${tx.now}::timestamptz else moved_at end,
      reminded_at = case when scheduled_at is not distinct from ${scheduledAt}::timestamptz then reminded_at end
    where work_id = ${id}`)
}

export async function begin(tx: Tx, id: string, provider: ProviderName): Promise<void> {
  await tx.run(sql`
    update live.streams set status = 'live', provider = ${provider}, started_at = ${tx.now}, last_beat_at = ${tx.now}
    where work_id = ${id} and status = 'scheduled'`)
}

/** False when it was over already. */
export async function end(tx: Tx, id: string, why: Why, by: string | null): Promise<boolean> {
  const ended = await tx.maybe(sql`
    update live.streams set status = 'ended', ended_at = greatest(${tx.now}::timestamptz, started_at), ended_why = ${why}, ended_by = ${by}
    where work_id = ${id} and status <> 'ended' returning work_id`)
  return ended !== undefined
}

/** Those that are over and may not be so yet where they were carried. */
export function toClose(db: Db, provider: Exclude<ProviderName, 'embedded'>): Promise<Stream[]> {
  return db.many<Stream>(sql`
    select ${columns} from live.streams s where s.status = 'ended' and s.provider = ${provider} and s.provider_closed_at is null
    order by s.ended_at, s.work_id limit 200`)
}

/** Nothing of it is there any more, and nothing can come back. */
export async function closed(tx: Tx, id: string): Promise<void> {
  await tx.run(
    sql`update live.streams set provider_closed_at = ${tx.now} where work_id = ${id} and status = 'ended' and provider_closed_at is null`,
  )
}

/** Seconds on air by their own account, never more than the clock allows and never fewer than before. */
export async function beat(tx: Tx, id: string, seconds: number): Promise<number> {
  const { duration } = await tx.one<{ duration: number }>(sql`
    update live.streams set last_beat_at = ${tx.now},
      duration = greatest(duration, least(${seconds}::integer, ceil(extract(epoch from ${tx.now}::timestamptz - started_at))::integer))
    where work_id = ${id} returning duration`)
  return duration
}

/** Between two looks that are further apart nobody knows whether a picture came. */
const mostBetweenMs = 15_000

/** What the media engine saw of a stream just now. The time since the look before counts, once, whoever looks. */
export async function seen(tx: Tx, id: string, viewers: number): Promise<void> {
  await tx.run(sql`
    update live.streams set last_beat_at = ${tx.now}, first_seen_at = coalesce(first_seen_at, ${tx.now}), seen_at = greatest(seen_at, ${tx.now}),
      seen_ms = seen_ms + case when ${tx.now} > seen_at and ${tx.now} - seen_at <= ${mostBetweenMs} * interval '1 millisecond'
        then floor(extract(epoch from ${tx.now} - seen_at) * 1000)::bigint else 0 end,
      most_viewers = greatest(most_viewers, ${viewers})
    where work_id = ${id} and status = 'live'`)
}

export function onAir(db: Db): Promise<Stream[]> {
  return db.many<Stream>(sql`select ${columns} from live.streams s where s.status = 'live' order by s.started_at desc, s.work_id desc`)
}

/** Announced, and not begun long after its time. */
export async function missed(db: Db, before: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams where status = 'scheduled' and scheduled_at <= ${before} order by scheduled_at, work_id limit 100`)
  return rows.map(({ id }) => id)
}

export async function countScheduled(db: Db, performerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from live.streams where performer_id = ${performerId} and status = 'scheduled'`)
  return count
}

/** What they show now, then what comes next, then what was last; of private shows only the one of now. */
export async function ofPerformer(db: Db, performerId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select s.work_id as id from live.streams s where s.performer_id = ${performerId} and (s.type <> 'private' or s.status = 'live')
    order by case s.status when 'live' then 0 when 'scheduled' then 1 else 2 end, case when s.status = 'scheduled' then s.scheduled_at end, s.created_at desc, s.work_id
    limit 2`)
  return rows.map(({ id }) => id)
}

/** What a performer sells tickets to, until it is over. */
export async function onSale(db: Db, performerId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams where performer_id = ${performerId} and type = 'ticket' and status in ('scheduled', 'live') order by work_id`)
  return rows.map(({ id }) => id)
}

/** The same, of those that were seen for less than that. */
export async function hardlySeen(tx: Tx, performerId: string, ms: number): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    select work_id as id from live.streams where performer_id = ${performerId} and type = 'ticket'
      and (status = 'scheduled' or (status = 'live' and (first_seen_at is null or seen_ms < ${ms}))) order by work_id`)
  return rows.map(({ id }) => id)
}

export async function currentOf(db: Db, performerId: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(
    sql`select work_id as id from live.streams where performer_id = ${performerId} and status = 'live'`,
  )
  return row?.id
}

export interface Window {
  limit: number
  offset: number
}

export async function own(
  db: Db,
  performerId: string,
  status: Stream['status'] | undefined,
  window: Window,
): Promise<{ ids: string[] } & Count> {
  const wanted = sql`s.performer_id = ${performerId}${status ? sql` and s.status = ${status}` : empty}`
  const [rows, count] = await Promise.all([
    db.many<{ id: string }>(sql`
      select s.work_id as id from live.streams s where ${wanted}
      order by (s.status = 'live') desc, (s.status = 'scheduled') desc, case when s.status = 'scheduled' then s.scheduled_at end, s.created_at desc, s.work_id
      limit ${window.limit} offset ${window.offset}`),
    countAll(db, sql`select from live.streams s where ${wanted}`),
  ])
  return { ids: rows.map(({ id }) => id), ...count }
}

export interface Filter {
  status?: 'scheduled' | 'live' | undefined
  performerId?: string | undefined
  isFree?: boolean | undefined
  /** Only of performers that this query of ids names. */
  among?: Sql | undefined
  /** Performers that this query of ids names are left out. */
  hidden?: Sql | undefined
  /** Whose streams this person may not come to are left out. */
  viewerId?: string | undefined
  text?: string | undefined
  /** Of those on air, most watched first. */
  watched: readonly { id: string; viewers: number }[]
}

/** On air, most watched first; then announced, soonest first. Thousands at most: all that match are put in order. */
export async function shown(
  db: Db,
  { status, performerId, isFree, among, hidden, viewerId, text, watched }: Filter,
  window: Window,
): Promise<{ ids: string[] } & Count> {
  const wanted = sql`
    s.status ${status ? sql`= ${status}` : sql`in ('live', 'scheduled')`} and s.type <> 'private' and w.state = 'active' and w.deleted_at is null and a.state = 'active'
    ${performerId ? sql`and s.performer_id = ${performerId}` : empty}
    ${isFree === undefined ? empty : isFree ? sql`and w.audience = 'free'` : sql`and w.audience <> 'free'`}
    ${among ? sql`and s.performer_id in (${among})` : empty}
    ${hidden ? sql`and s.performer_id not in (${hidden})` : empty}
    ${viewerId ? sql`and not exists (select from live.bans b where b.performer_id = s.performer_id and b.account_id = ${viewerId})` : empty}
    ${text ? sql`and (strpos(lower(w.title), lower(${text})) > 0 or strpos(lower(a.name), lower(${text})) > 0 or strpos(lower(a.username), lower(${text})) > 0)` : empty}`
  const tables = sql`live.streams s join works.works w on w.id = s.work_id join accounts.accounts a on a.id = s.performer_id`
  const [rows, count] = await Promise.all([
    db.many<{ id: string }>(sql`
      select s.work_id as id from ${tables}
      left join unnest(${watched.map(({ id }) => id)}::uuid[], ${watched.map(({ viewers }) => viewers)}::integer[]) as v (id, viewers) on v.id = s.work_id
      where ${wanted}
      order by (s.status = 'live') desc, coalesce(v.viewers, 0) desc, case when s.status = 'scheduled' then s.scheduled_at end, s.started_at desc, s.work_id
      limit ${window.limit} offset ${window.offset}`),
    countAll(db, sql`select from ${tables} where ${wanted}`),
  ])
  return { ids: rows.map(({ id }) => id), ...count }
}

type RecordingAudience = Recording['privacy']

export interface Profile {
  title: string
  description: string
  type: BegunType
  /** Hundredths of a token; 0: none was said. */
  price: number
  /** The same for each started minute; null: none was said, no requests are taken, nobody looks on. */
  groupPrice: number | null
  privatePrice: number | null
  spyPrice: number | null
  minMinutes: number
  record: boolean
  /** Null: whom the show itself is for. */
  recordAudience: RecordingAudience | null
  recordPrice: number | null
  keyMadeAt: Date | null
}

export async function profile(db: Db, performerId: string): Promise<Profile> {
  const row = await db.maybe<Profile>(sql`
    select title, description, type, price, group_price as "groupPrice", private_price as "privatePrice", spy_price as "spyPrice", min_minutes as "minMinutes",
      record, record_audience as "recordAudience", record_price as "recordPrice",
      key_made_at as "keyMadeAt"
    from live.profiles where performer_id = ${performerId}`)
  return (
    row ?? {
      title: '',
      description: '',
      type: 'public',
      price: 0,
      groupPrice: null,
      privatePrice: null,
      spyPrice: null,
      minMinutes: 1,
      record: false,
      recordAudience: null,
      recordPrice: null,
      keyMadeAt: null,
    }
  )
}

export async function putProfile(
  tx: Tx,
  performerId: string,
  {
    title,
    description,
    type,
    price,
    groupPrice,
    privatePrice,
    spyPrice,
    minMinutes,
    record,
    recordAudience,
    recordPrice,
  }: Omit<Profile, 'keyMadeAt'>,
): Promise<void> {
  await tx.run(sql`
    insert into live.profiles (performer_id, title, description, type, price, group_price, private_price, spy_price, min_minutes, record, record_audience, record_price)
    values (${performerId}, ${title}, ${description}, ${type}, ${price}, ${groupPrice}, ${privatePrice}, ${spyPrice}, ${minMinutes}, ${record}, ${recordAudience}, ${recordPrice})
    on conflict (performer_id) do update set title = excluded.title, description = excluded.description, type = excluded.type, price = excluded.price,
      group_price = excluded.group_price, private_price = excluded.private_price, spy_price = excluded.spy_price, min_minutes = excluded.min_minutes,
      record = excluded.record, record_audience = excluded.record_audience, record_price = excluded.record_price`)
}

export async function putKey(tx: Tx, performerId: string, hash: Buffer): Promise<void> {
  await tx.run(sql`
    insert into live.profiles (performer_id, key_hash, key_made_at) values (${performerId}, ${hash}, ${tx.now})
    on conflict (performer_id) do update set key_hash = excluded.key_hash, key_made_at = excluded.key_made_at`)
}

/** Whose encoder shows this key. */
export async function ownerOfKey(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`select performer_id as id from live.profiles where key_hash = ${hash}`)
  return row?.id
}
