import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Factor {
  sealed: Buffer
  confirmedAt: Date | null
}

export function factorOf(db: Db, accountId: string): Promise<Factor | undefined> {
  return db.maybe<Factor>(sql`select sealed, confirmed_at as "confirmedAt" from accounts.two_factor where account_id = ${accountId}`)
}

export async function isOn(db: Db, accountId: string): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(
    sql`select exists (select from accounts.two_factor where account_id = ${accountId} and confirmed_at is not null) as found`,
  )
  return found
}

export async function codesLeft(db: Db, accountId: string): Promise<number> {
  const { left } = await db.one<{ left: number }>(
    sql`select count(*) as left from accounts.recovery_codes where account_id = ${accountId} and used_at is null`,
  )
  return left
}

/** 0: one is on already. */
export function begin(tx: Tx, accountId: string, sealed: Buffer): Promise<number> {
  return tx.run(sql`
    insert into accounts.two_factor as factor (account_id, sealed, begun_at) values (${accountId}, ${sealed}, ${tx.now})
    on conflict (account_id) do update set sealed = excluded.sealed, begun_at = excluded.begun_at, last_step = null where factor.confirmed_at is null`)
}

/** Of codes of one step one is taken, and none of an earlier one. 0: it was. */
export function takeStep(tx: Tx, accountId: string, step: number): Promise<number> {
  return tx.run(sql`
    update accounts.two_factor set last_step = ${step} where account_id = ${accountId} and coalesce(last_step, 0) < ${step}::bigint`)
}

export function confirm(tx: Tx, accountId: string): Promise<number> {
  return tx.run(sql`update accounts.two_factor set confirmed_at = ${tx.now} where account_id = ${accountId} and confirmed_at is null`)
}

export async function putCodes(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from accounts.recovery_codes where account_id = ${accountId}`)
  await tx.run(
    sql`insert into accounts.recovery_codes (account_id, code_hash) select ${accountId}, each from unnest(${hashes}::bytea[]) each`,
  )
}

/** 0: it is none of theirs, or was used. */
export function useCode(tx: Tx, accountId: string, hash: Buffer): Promise<number> {
  return tx.run(
    sql`update accounts.recovery_codes set used_at = ${tx.now} where account_id = ${accountId} and code_hash = ${hash} and used_at is null`,
  )
}

/** With its codes and tickets. */
export function remove(tx: Tx, accountId: string): Promise<number> {
  return tx.run(sql`delete from accounts.two_factor where account_id = ${accountId} and confirmed_at is not null`)
}

export interface Ticket {
  accountId: string
  /** The account that it opens: the same one, or the one behind its sign-in. */
  opensId: string
  isRemembered: boolean
}

export async function insertTicket(
  tx: Tx,
  { accountId, opensId, isRemembered, tokenHash, expiresAt }: Ticket & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into accounts.tickets (token_hash, account_id, opens_id, is_remembered, expires_at) values (${tokenHash}, ${accountId}, ${opensId}, ${isRemembered}, ${expiresAt})`)
}

export function ticketOf(db: Db, tokenHash: Buffer): Promise<Ticket | undefined> {
  return db.maybe<Ticket>(sql`
    select account_id as "accountId", coalesce(opens_id, account_id) as "opensId", is_remembered as "isRemembered" from accounts.tickets where token_hash = ${tokenHash} and expires_at > ${db.now}`)
}

/** 0: somebody came in with it. */
export function spendTicket(tx: Tx, tokenHash: Buffer): Promise<number> {
  return tx.run(sql`delete from accounts.tickets where token_hash = ${tokenHash} and expires_at > ${tx.now}`)
}

/** The password that they were given for is another one. */
export async function dropTickets(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.tickets where account_id = ${accountId}`)
}
