// Meters, the minutes that were charged, and requests for private shows, as they are kept. Amounts are hundredths of a token.
import { countAll, empty, sql, type Count, type Db, type Tx } from '#server/platform/db/db.ts'
import type { PrivateRequest, Receipt } from '#contract/stage/metering.ts'

export interface Meter {
  id: string
  streamId: string
  payerId: string
  role: Receipt['role']
  minutePrice: number
  servedMs: number
  /** Which run of the engine counted, and how far it had: null before it was asked, for this person's first one in a show. */
  engineRun: string | null
  engineMs: number
  openedAt: Date
  lastFlowAt: Date
  closedAt: Date | null
  closedWhy: NonNullable<Receipt['closedWhy']> | null
  /** Minutes charged, and what they took without what went back. */
  minutes: number
  total: number
}

const columns = sql`
  m.id, m.stream_id as "streamId", m.payer_id as "payerId", m.role, m.minute_price as "minutePrice", m.served_ms as "servedMs", m.engine_run as "engineRun",
  m.engine_ms as "engineMs", m.opened_at as "openedAt", m.last_flow_at as "lastFlowAt", m.closed_at as "closedAt", m.closed_why as "closedWhy",
  (select count(*)::integer from live.ticks t where t.meter_id = m.id) as minutes,
  (select coalesce(sum(t.amount) filter (where t.returned_at is null), 0)::bigint from live.ticks t where t.meter_id = m.id) as total`

/** It goes on counting where the one before it stopped: what the engine brought between the two is paid for, too. */
export async function openMeter(
  tx: Tx,
  { streamId, payerId, role, minutePrice }: Pick<Meter, 'streamId' | 'payerId' | 'role' | 'minutePrice'>,
): Promise<void> {
  await tx.run(sql`
    insert into live.meters (stream_id, payer_id, role, minute_price, opened_at, last_flow_at, engine_run, engine_ms)
    select ${streamId}, ${payerId}, ${role}, ${minutePrice}, ${tx.now}, ${tx.now}, before.engine_run, coalesce(before.engine_ms, 0)
    from (select) as one left join lateral (
      select m.engine_run, m.engine_ms from live.meters m where m.stream_id = ${streamId} and m.payer_id = ${payerId}
      order by m.opened_at desc, m.id desc limit 1
    ) before on true`)
}

/** The one of this person that runs, locked. */
export function lockOpen(tx: Tx, streamId: string, payerId: string): Promise<Meter | undefined> {
  return tx.maybe<Meter>(sql`
    select ${columns} from live.meters m where m.stream_id = ${streamId} and m.payer_id = ${payerId} and m.closed_at is null for update`)
}

/** Undefined for one that is closed. */
export function lockMeter(tx: Tx, id: string): Promise<Meter | undefined> {
  return tx.maybe<Meter>(sql`select ${columns} from live.meters m where m.id = ${id} and m.closed_at is null for update`)
}

/** All that run, whatever became of their show. */
export function running(db: Db): Promise<Pick<Meter, 'id' | 'streamId' | 'payerId'>[]> {
  return db.many(sql`
    select m.id, m.stream_id as "streamId", m.payer_id as "payerId" from live.meters m where m.closed_at is null order by m.stream_id, m.id`)
}

export async function count(
  tx: Tx,
  id: string,
  { servedMs, engineRun, engineMs, lastFlowAt }: Pick<Meter, 'servedMs' | 'engineRun' | 'engineMs' | 'lastFlowAt'>,
): Promise<void> {
  await tx.run(sql`
    update live.meters set served_ms = ${servedMs}, engine_run = ${engineRun}, engine_ms = ${engineMs}, last_flow_at = ${lastFlowAt} where id = ${id}`)
}

/** A clock that was set back since it was opened keeps nobody in. */
export async function close(tx: Tx, id: string, why: NonNullable<Meter['closedWhy']>): Promise<void> {
  await tx.run(
    sql`update live.meters set closed_at = greatest(${tx.now}::timestamptz, opened_at), closed_why = ${why} where id = ${id} and closed_at is null`,
  )
}

/** Closes all of a show; answers those that ran. */
export function closeAll(tx: Tx, streamId: string): Promise<Pick<Meter, 'id' | 'payerId' | 'role'>[]> {
  return tx.many(sql`
    update live.meters set closed_at = greatest(${tx.now}::timestamptz, opened_at), closed_why = 'ended' where stream_id = ${streamId} and closed_at is null
    returning id, payer_id as "payerId", role`)
}

export interface Tick {
  number: number
  transferId: string
  amount: number
  servedMs: number
  at: Date
  digest: Buffer
  signature: Buffer
  publicKey: Buffer
  returnedAt: Date | null
}

export async function addTick(tx: Tx, meterId: string, tick: Omit<Tick, 'returnedAt'>): Promise<void> {
  await tx.run(sql`
    insert into live.ticks (meter_id, number, transfer_id, amount, served_ms, at, digest, signature, public_key)
    values (${meterId}, ${tick.number}, ${tick.transferId}, ${tick.amount}, ${tick.servedMs}, ${tick.at}, ${tick.digest}, ${tick.signature}, ${tick.publicKey})`)
}

export async function lastDigest(db: Db, meterId: string): Promise<Buffer | undefined> {
  const row = await db.maybe<{ digest: Buffer }>(
    sql`select digest from live.ticks where meter_id = ${meterId} order by number desc limit 1`,
  )
  return row?.digest
}

export async function returnTick(tx: Tx, transferId: string): Promise<void> {
  await tx.run(
    sql`update live.ticks set returned_at = greatest(${tx.now}::timestamptz, at) where transfer_id = ${transferId} and returned_at is null`,
  )
}

/** By meter, in their order. */
export async function ticks(db: Db, meterIds: readonly string[]): Promise<ReadonlyMap<string, Tick[]>> {
  const rows = await db.many<Tick & { meterId: string }>(sql`
    select meter_id as "meterId", number, transfer_id as "transferId", amount, served_ms as "servedMs", at, digest, signature, public_key as "publicKey", returned_at as "returnedAt"
    from live.ticks where meter_id = any(${meterIds}::uuid[]) order by meter_id, number`)
  return Map.groupBy(rows, ({ meterId }) => meterId)
}

/** What was charged in a show by the minute and did not go back. */
export function chargedIn(db: Db, streamId: string): Promise<{ count: number; amount: number }> {
  return db.one(sql`
    select count(*)::integer as count, coalesce(sum(t.amount), 0)::bigint as amount from live.ticks t join live.meters m on m.id = t.meter_id
    where m.stream_id = ${streamId} and t.returned_at is null`)
}

/** Of a show, oldest first: all to its performer, to others their own. */
export async function metersOf(
  db: Db,
  { streamId, payerId }: { streamId: string; payerId: string | undefined },
  window: { limit: number; offset: number },
): Promise<{ rows: Meter[] } & Count> {
  const wanted = sql`m.stream_id = ${streamId}${payerId === undefined ? empty : sql` and m.payer_id = ${payerId}`}`
  const [rows, counted] = await Promise.all([
    db.many<Meter>(sql`
      select ${columns} from live.meters m where ${wanted} order by m.opened_at, m.id limit ${window.limit} offset ${window.offset}`),
    countAll(db, sql`select from live.meters m where ${wanted}`),
  ])
  return { rows, ...counted }
}

/** The newest of this person's in each of these shows. */
export function latestOf(db: Db, payerId: string, streamIds: readonly string[]): Promise<Meter[]> {
  return db.many<Meter>(sql`
    select distinct on (m.stream_id) ${columns} from live.meters m where m.payer_id = ${payerId} and m.stream_id = any(${streamIds}::uuid[])
    order by m.stream_id, m.opened_at desc, m.id desc`)
}

/** Whom these private shows are for, and how the guest stands: what closed their meter, or null while it runs. */
export function guests(db: Db, streamIds: readonly string[]): Promise<Pick<Meter, 'streamId' | 'payerId' | 'closedWhy'>[]> {
  return db.many(sql`
    select stream_id as "streamId", payer_id as "payerId", closed_why as "closedWhy" from live.meters
    where stream_id = any(${streamIds}::uuid[]) and role = 'guest'`)
}

export interface Admission {
  /** They pay by the minute now. */
  isAdmitted: boolean
  /** A private show that is none of theirs: it is not there for them. */
  isSecret: boolean
}

/** How each of these people stands to each of these shows. Whoever paid in a private show may know of it; so may members, while it may be looked in on. */
export async function admissions(db: Db, pairs: readonly { viewerId: string | null; streamId: string }[]): Promise<Admission[]> {
  return db.many<Admission>(sql`
    select exists (select from live.meters m where m.stream_id = p.stream and m.payer_id = p.viewer and m.closed_at is null) as "isAdmitted",
      s.type = 'private' and not exists (select from live.meters m where m.stream_id = p.stream and m.payer_id = p.viewer)
        and (p.viewer is null or s.spy_price is null or s.status <> 'live') as "isSecret"
    from unnest(${pairs.map(({ viewerId }) => viewerId)}::uuid[], ${pairs.map(({ streamId }) => streamId)}::uuid[]) with ordinality as p (viewer, stream, place)
    join live.streams s on s.work_id = p.stream
    order by p.place`)
}

export interface Request {
  id: string
  performerId: string
  fanId: string
  conversationId: string
  note: string
  minutePrice: number
  minMinutes: number
  spyPrice: number | null
  state: PrivateRequest['state']
  askedAt: Date
  endedAt: Date | null
  streamId: string | null
}

const asked = sql`
  r.id, r.performer_id as "performerId", r.fan_id as "fanId", r.conversation_id as "conversationId", r.note, r.minute_price as "minutePrice", r.min_minutes as "minMinutes",
  r.spy_price as "spyPrice", r.state, r.asked_at as "askedAt", r.ended_at as "endedAt", r.stream_id as "streamId"`

export function waiting(tx: Tx, performerId: string, fanId: string): Promise<Request | undefined> {
  return tx.maybe<Request>(sql`
    select ${asked} from live.requests r where r.performer_id = ${performerId} and r.fan_id = ${fanId} and r.state = 'asked' for update`)
}

export function lockRequest(tx: Tx, id: string): Promise<Request | undefined> {
  return tx.maybe<Request>(sql`select ${asked} from live.requests r where r.id = ${id} for update`)
}

export async function ask(tx: Tx, request: Omit<Request, 'id' | 'state' | 'askedAt' | 'endedAt' | 'streamId'>): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into live.requests (performer_id, fan_id, conversation_id, note, minute_price, min_minutes, spy_price, asked_at)
    values (${request.performerId}, ${request.fanId}, ${request.conversationId}, ${request.note}, ${request.minutePrice}, ${request.minMinutes}, ${request.spyPrice}, ${tx.now})
    returning id`)
  return id
}

export async function settle(
  tx: Tx,
  id: string,
  { state, streamId = null }: { state: Exclude<Request['state'], 'asked'>; streamId?: string | null },
): Promise<void> {
  await tx.run(sql`
    update live.requests set state = ${state}, ended_at = greatest(${tx.now}::timestamptz, asked_at), stream_id = ${streamId} where id = ${id} and state = 'asked'`)
}

/** Asked before then, and not answered. */
export async function tooOld(db: Db, before: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from live.requests where state = 'asked' and asked_at <= ${before} order by asked_at, id limit 1000`)
  return rows.map(({ id }) => id)
}

/** Those that wait between two people, either way. */
export async function waitingBetween(tx: Tx, one: string, other: string): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    select id from live.requests where state = 'asked' and ((performer_id = ${one} and fan_id = ${other}) or (performer_id = ${other} and fan_id = ${one}))`)
  return rows.map(({ id }) => id)
}

export function requestsByIds(db: Db, ids: readonly string[]): Promise<Request[]> {
  return db.many<Request>(sql`select ${asked} from live.requests r where r.id = any(${ids}::uuid[])`)
}

/** Those that wait first, then newest first. */
export async function requestsOf(
  db: Db,
  accountId: string,
  { state, conversationId, since }: { state?: Request['state'] | undefined; conversationId?: string | undefined; since: Date },
  window: { limit: number; offset: number },
): Promise<{ rows: Request[] } & Count> {
  // What waited too long waits no more, also before the job has said so.
  const now = sql`case when r.state = 'asked' and r.asked_at <= ${since} then 'expired' else r.state end`
  const wanted = sql`
    (r.performer_id = ${accountId} or r.fan_id = ${accountId})${state ? sql` and ${now} = ${state}` : empty}${conversationId ? sql` and r.conversation_id = ${conversationId}` : empty}`
  const [rows, counted] = await Promise.all([
    db.many<Request>(sql`
      select ${asked} from live.requests r where ${wanted}
      order by (${now} = 'asked') desc, r.asked_at desc, r.id desc limit ${window.limit} offset ${window.offset}`),
    countAll(db, sql`select from live.requests r where ${wanted}`),
  ])
  return { rows, ...counted }
}
