// Who asked to be told of an announced stream, and of which streams there is something to tell.
import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export async function ask(tx: Tx, streamId: string, accountId: string): Promise<void> {
  await tx.run(sql`
    insert into live.reminders (stream_id, account_id, made_at) values (${streamId}, ${accountId}, ${tx.now}) on conflict do nothing`)
}

export async function forget(tx: Tx, streamId: string, accountIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from live.reminders where stream_id = ${streamId} and account_id = any(${accountIds}::uuid[])`)
}

export async function remindedOf(db: Db, accountId: string, streamIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select stream_id as id from live.reminders where account_id = ${accountId} and stream_id = any(${streamIds}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** A stream of which there is something to tell. */
export interface Due {
  id: string
  performerId: string
  status: 'scheduled' | 'live' | 'ended'
  scheduledAt: Date | null
  movedAt: Date | null
  remindedAt: Date | null
  hasBegun: boolean
  /** Nobody who holds a ticket waits to hear that it began. */
  areHoldersTold: boolean
}

const columns = sql`
  s.work_id as id, s.performer_id as "performerId", s.status, s.scheduled_at as "scheduledAt", s.moved_at as "movedAt", s.reminded_at as "remindedAt",
  s.started_at is not null as "hasBegun", s.type <> 'ticket' or s.holders_told_at is not null as "areHoldersTold"`

/** Moved, coming before this hour, or begun or over while somebody still waits to be told. */
export async function due(db: Db, before: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams where moved_at is not null and status = 'scheduled'
    union select work_id from live.streams where status = 'scheduled' and scheduled_at <= ${before} and reminded_at is null
    union select work_id from live.streams where status = 'live' and type = 'ticket' and holders_told_at is null
    union select s.work_id from live.streams s where s.status <> 'scheduled' and exists (select from live.reminders r where r.stream_id = s.work_id)`)
  return rows.map(({ id }) => id)
}

/** It stays as it is while a batch is told. */
export function lock(tx: Tx, id: string): Promise<Due | undefined> {
  return tx.maybe<Due>(sql`select ${columns} from live.streams s where s.work_id = ${id} for update`)
}

const asked = (id: string): Sql => sql`select account_id as id from live.reminders where stream_id = ${id}`
/** A ticket that stands: nobody bought it back. */
const holds = (id: string): Sql => sql`
  select payer.owner_id as id from wallet.transfers t join wallet.accounts payer on payer.id = t.payer
  where t.reference = ${`work:${id}`} and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null and payer.owner_id is not null`

interface Batch {
  after: string | null
  limit: number
}

/** The next of those who asked, by their ids. */
export async function askers(db: Db, id: string, { after, limit }: Batch): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select reader.id from (${asked(id)}) reader where ${after}::uuid is null or reader.id > ${after}::uuid order by reader.id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** The next of those who hold a ticket. */
export async function holders(db: Db, id: string, { after, limit }: Batch): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct reader.id from (${holds(id)}) reader where ${after}::uuid is null or reader.id > ${after}::uuid order by reader.id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** The next of those who asked or hold a ticket, each once. */
export async function expecting(db: Db, id: string, { after, limit }: Batch): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select reader.id from (${asked(id)} union ${holds(id)}) reader where ${after}::uuid is null or reader.id > ${after}::uuid order by reader.id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Which of these hold a ticket that stands, or had one back: its return tells them. */
export async function boughtBy(db: Db, id: string, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct payer.owner_id as id from wallet.transfers t join wallet.accounts payer on payer.id = t.payer
    where t.reference = ${`work:${id}`} and t.reference like 'work:%' and t.sign = 1 and payer.owner_id = any(${accountIds}::uuid[])`)
  return new Set(rows.map((row) => row.id))
}

export async function noteMoved(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.streams set moved_at = null where work_id = ${id}`)
}

export async function noteReminded(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.streams set reminded_at = ${tx.now} where work_id = ${id}`)
}

export async function noteHoldersTold(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update live.streams set holders_told_at = ${tx.now} where work_id = ${id}`)
}
