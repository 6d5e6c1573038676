import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Code {
  code: string
  isInLink: boolean
}

/** All that a performer ever had, the newest first. */
export function codesOf(db: Db, performerId: string): Promise<Code[]> {
  return db.many<Code>(sql`
    select code, retired_at is null as "isInLink" from referrals.codes
    where performer_id = ${performerId} order by retired_at desc nulls first, made_at desc, code`)
}

/** Whoever changes their link waits for whoever changes the same one. */
export async function lock(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`referrals ${performerId}`}, 0))`)
}

/** @returns 0 where somebody has it */
export function insert(tx: Tx, performerId: string, code: string): Promise<number> {
  return tx.run(sql`
    insert into referrals.codes (code, performer_id, made_at) values (${code}, ${performerId}, ${tx.now}) on conflict (code) do nothing`)
}

export async function retire(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`update referrals.codes set retired_at = ${tx.now} where performer_id = ${performerId} and retired_at is null`)
}

export async function takeUpAgain(tx: Tx, code: string): Promise<void> {
  await tx.run(sql`update referrals.codes set retired_at = null where code = ${code}`)
}

export async function performerOf(db: Db, code: string): Promise<string | undefined> {
  const found = await db.maybe<{ id: string }>(sql`select performer_id as id from referrals.codes where code = ${code}`)
  return found?.id
}

export async function countVisit(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`
    insert into referrals.visits (performer_id, hour, visits) values (${performerId}, date_trunc('hour', ${tx.now}::timestamptz, 'UTC'), 1)
    on conflict (performer_id, hour) do update set visits = visits.visits + 1`)
}

export async function insertArrival(tx: Tx, accountId: string, performerId: string, code: string): Promise<void> {
  await tx.run(sql`
    insert into referrals.arrivals (account_id, performer_id, code, came_at) values (${accountId}, ${performerId}, ${code}, ${tx.now})`)
}

export interface Referrer {
  performerId: string
  code: string
}

export function referrerOf(db: Db, accountId: string): Promise<Referrer | undefined> {
  return db.maybe<Referrer>(sql`select performer_id as "performerId", code from referrals.arrivals where account_id = ${accountId}`)
}

/** A query of the ids of all who registered by this performer's links. */
export const broughtBy = (performerId: string): Sql =>
  sql`select account_id as id from referrals.arrivals where performer_id = ${performerId}`

export interface Within {
  from: Date
  /** Exclusive. */
  until: Date
  timeZone: string
}

export interface OfDay {
  day: string
  count: number
}

export function visitsByDay(db: Db, performerId: string, { from, until, timeZone }: Within): Promise<OfDay[]> {
  return db.many<OfDay>(sql`
    select (hour at time zone ${timeZone})::date as day, sum(visits)::bigint as count from referrals.visits
    where performer_id = ${performerId} and hour >= ${from} and hour < ${until} group by 1`)
}

export function arrivalsByDay(db: Db, performerId: string, { from, until, timeZone }: Within): Promise<OfDay[]> {
  return db.many<OfDay>(sql`
    select (came_at at time zone ${timeZone})::date as day, count(*) as count from referrals.arrivals
    where performer_id = ${performerId} and came_at >= ${from} and came_at < ${until} group by 1`)
}

/** Whoever is gone: whom they brought and who brought them; a digest stays in the place of each code, so that it leads to nobody else (docs/adr/0028). */
export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from referrals.arrivals where account_id = ${accountId} or performer_id = ${accountId}`)
  await tx.run(sql`delete from referrals.visits where performer_id = ${accountId}`)
  await tx.run(sql`
    update referrals.codes set code = 'gone-' || left(encode(sha256(convert_to(code, 'UTF8')), 'hex'), 19), retired_at = coalesce(retired_at, ${tx.now})
    where performer_id = ${accountId} and code !~ '^gone-[0-9a-f]{19}$'`)
}
