// Who is there by a provider's word, how long it showed them so, and which of its events were heard, as they are kept.
import type { ProviderName } from '#contract/stage/providers.ts'
import { empty, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Side } from '#server/stage/live/engine.ts'

export type Part = 'sends' | 'watches' | 'looks_on'

/** A name in a room. */
export interface Place {
  streamId: string
  side: Side
  name: string
}

export interface Presence {
  name: string
  /** They were put out under it. */
  isPutOut: boolean
  isThere: boolean
  session: string | null
  tracks: string[]
  changedAt: Date | null
  heardAt: Date | null
  confirmedAt: Date | null
}

const columns = sql`
  p.name, p.put_out_at is not null as "isPutOut", p.is_there as "isThere", p.session, p.tracks, p.changed_at as "changedAt", p.heard_at as "heardAt", p.confirmed_at as "confirmedAt"`

type Seat = Omit<Place, 'name'> & { accountId: string; part: Part }

/** The name that they had last, unless they were put out under it. */
export async function nameOf(tx: Tx, { streamId, side, accountId, part }: Seat): Promise<string | undefined> {
  const row = await tx.maybe<{ name: string }>(sql`
    select p.name from live.presences p
    where p.stream_id = ${streamId} and p.side = ${side} and p.account_id = ${accountId} and p.part = ${part} and p.put_out_at is null
    order by p.admitted_until desc, p.name limit 1`)
  return row?.name
}

/** They are given names in this part one after the other. */
export async function inTurnOfSeat(tx: Tx, { streamId, side, accountId, part }: Seat): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('seat ' || ${streamId} || ${side} || ${accountId} || ${part}, 0))`)
}

/** Where they have so many names already: the one to give again. Those that they are not there by come first, then those that were given longest ago. */
export async function nameToReuse(tx: Tx, { streamId, side, accountId, part }: Seat, most: number): Promise<string | undefined> {
  const row = await tx.maybe<{ name: string }>(sql`
    select p.name from live.presences p
    where p.stream_id = ${streamId} and p.side = ${side} and p.account_id = ${accountId} and p.part = ${part} and p.put_out_at is null
    order by p.is_there desc, p.admitted_until desc, p.name desc limit 1 offset ${most - 1}`)
  return row?.name
}

/** Whether anybody was ever let in to the guest's side. */
export async function hadGuestSide(db: Db, streamId: string): Promise<boolean> {
  const { had } = await db.one<{ had: boolean }>(sql`
    select exists (select from live.presences p where p.stream_id = ${streamId} and p.side = 'guest') as had`)
  return had
}

export async function admit(tx: Tx, { streamId, side, name, accountId, part, until }: Seat & { name: string; until: Date }): Promise<void> {
  await tx.run(sql`
    insert into live.presences (stream_id, side, name, account_id, part, admitted_until)
    values (${streamId}, ${side}, ${name}, ${accountId}, ${part}, ${until})
    on conflict (stream_id, side, name) do update set admitted_until = greatest(live.presences.admitted_until, excluded.admitted_until)`)
}

/** What is said of one stream is heard one after the other: two who change several of its rows never wait for each other in a circle. */
export async function inTurn(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('presences ' || ${streamId}, 0))`)
}

/** Undefined for a name that was given to nobody. */
export function lock(tx: Tx, { streamId, side, name }: Place): Promise<Presence | undefined> {
  return tx.maybe<Presence>(sql`
    select ${columns} from live.presences p where p.stream_id = ${streamId} and p.side = ${side} and p.name = ${name} for update`)
}

export function lockRoom(tx: Tx, { streamId, side }: Omit<Place, 'name'>): Promise<Presence[]> {
  return tx.many<Presence>(sql`
    select ${columns} from live.presences p where p.stream_id = ${streamId} and p.side = ${side} order by p.name for update`)
}

export async function put(
  tx: Tx,
  { streamId, side, name }: Place,
  { isThere, session, tracks, changedAt, heardAt, confirmedAt }: Omit<Presence, 'name' | 'isPutOut'>,
): Promise<void> {
  await tx.run(sql`
    update live.presences set is_there = ${isThere}, session = ${session}, tracks = ${tracks}::text[], changed_at = ${changedAt}, heard_at = ${heardAt}, confirmed_at = ${confirmedAt}
    where stream_id = ${streamId} and side = ${side} and name = ${name}`)
}

/** Whom it flows to: they are there, also where they were put out and came back, and so is the performer's picture. */
const flowing = (streamId: string) => sql`
  select p.account_id from live.presences p
  where p.stream_id = ${streamId} and p.side = 'performer' and p.part = 'watches' and p.is_there
    and exists (
      select from live.presences s where s.stream_id = p.stream_id and s.side = 'performer' and s.part = 'sends' and s.is_there and cardinality(s.tracks) > 0)`

/** Counts on for whom it flowed at the look before and flows at this one; for others it begins here. */
export async function flow(tx: Tx, streamId: string, { at, mostMs }: { at: Date; mostMs: number }): Promise<void> {
  await tx.run(sql`
    insert into live.flows as f (stream_id, account_id, flowing_at)
    select ${streamId}::uuid, x.account_id, ${at}::timestamptz from (select distinct account_id from (${flowing(streamId)}) each) x
    on conflict (stream_id, account_id) do update set
      flowed_ms = f.flowed_ms + case when ${at} > f.flowing_at and ${at} - f.flowing_at <= ${mostMs} * interval '1 millisecond'
        then floor(extract(epoch from ${at} - f.flowing_at) * 1000)::bigint else 0 end,
      flowing_at = greatest(f.flowing_at, ${at})`)
}

/** For whom it flows without having flowed before, it begins now. */
export async function beginFlowing(tx: Tx, streamId: string): Promise<void> {
  await tx.run(sql`
    insert into live.flows as f (stream_id, account_id, flowing_at)
    select ${streamId}::uuid, x.account_id, ${tx.now}::timestamptz from (select distinct account_id from (${flowing(streamId)}) each) x
    on conflict (stream_id, account_id) do update set flowing_at = excluded.flowing_at where f.flowing_at is null`)
}

/**
 * Where it flows no more, counting begins again when it is next seen to flow.
 * @param countsMs so much, at most, of what ran until now counts: its end was heard. 0 where it may have ended at any time before
 */
export async function stopFlowing(tx: Tx, streamId: string, countsMs: number): Promise<void> {
  await tx.run(sql`
    update live.flows f set flowing_at = null,
      flowed_ms = f.flowed_ms + least(${countsMs}::bigint, greatest(0, floor(extract(epoch from ${tx.now} - f.flowing_at) * 1000)))::bigint
    where f.stream_id = ${streamId} and f.flowing_at is not null and f.account_id not in (${flowing(streamId)})`)
}

interface There {
  streamId: string
  side: Side
  accountId: string
  part: Part
  isSending: boolean
}

/** Those that a provider shows in streams that are live. @param since it showed them so lately; absent: while what they were given opens it */
export function there(db: Db, provider: ProviderName, since: Date | undefined): Promise<There[]> {
  return db.many<There>(sql`
    select p.stream_id as "streamId", p.side, p.account_id as "accountId", p.part, cardinality(p.tracks) > 0 as "isSending"
    from live.presences p join live.streams s on s.work_id = p.stream_id
    where s.status = 'live' and s.provider = ${provider} and p.is_there and ${since ? sql`p.confirmed_at > ${since}` : sql`p.admitted_until > ${db.now}`}
    order by p.stream_id, p.account_id, p.name`)
}

interface Flow {
  streamId: string
  accountId: string
  flowedMs: number
}

export function flows(db: Db, provider: ProviderName): Promise<Flow[]> {
  return db.many<Flow>(sql`
    select f.stream_id as "streamId", f.account_id as "accountId", f.flowed_ms as "flowedMs" from live.flows f join live.streams s on s.work_id = f.stream_id
    where s.status = 'live' and s.provider = ${provider} order by f.stream_id, f.account_id`)
}

/** What they are there by, in both rooms or in that of one side, or could come in by; those that they are there by first. */
export function namesOf(
  db: Db,
  { streamId, accountId, side }: { streamId: string; accountId: string; side: Side | undefined },
): Promise<Place[]> {
  return db.many(sql`
    select p.stream_id as "streamId", p.side, p.name from live.presences p
    where p.stream_id = ${streamId} and p.account_id = ${accountId} ${side ? sql`and p.side = ${side}` : empty} and (p.is_there or (p.put_out_at is null and p.admitted_until > ${db.now}))
    order by p.is_there desc, p.side, p.name`)
}

/** Whoever sends on a side, by the name that they were given last. */
export async function senderOf(db: Db, { streamId, side }: Omit<Place, 'name'>): Promise<string | undefined> {
  const row = await db.maybe<{ name: string }>(sql`
    select p.name from live.presences p where p.stream_id = ${streamId} and p.side = ${side} and p.part = 'sends' and p.put_out_at is null
    order by p.is_there desc, p.admitted_until desc, p.name limit 1`)
  return row?.name
}

export async function putOut(tx: Tx, { streamId, side, name }: Place): Promise<void> {
  await tx.run(sql`
    update live.presences set put_out_at = ${tx.now}, is_there = false, tracks = '{}', heard_at = ${tx.now}
    where stream_id = ${streamId} and side = ${side} and name = ${name}`)
}

/** False for one that was heard already. */
export async function rememberEvent(tx: Tx, provider: Exclude<ProviderName, 'embedded'>, id: string): Promise<boolean> {
  const added = await tx.run(sql`
    insert into live.provider_events (provider, id, heard_at) values (${provider}, ${id}, ${tx.now}) on conflict do nothing`)
  return added > 0
}

/** Events that nobody could say again, and who was where in streams that are over and closed. */
export async function forgetOld(tx: Tx, before: Date): Promise<void> {
  await tx.run(sql`delete from live.provider_events where heard_at < ${before}`)
  const over = sql`select s.work_id from live.streams s where s.status = 'ended' and s.ended_at < ${before} and (s.provider = 'embedded' or s.provider_closed_at is not null)`
  await tx.run(sql`delete from live.presences where stream_id in (${over})`)
  await tx.run(sql`delete from live.flows where stream_id in (${over})`)
  await tx.run(sql`delete from live.whereabouts where stream_id in (${over})`)
}
