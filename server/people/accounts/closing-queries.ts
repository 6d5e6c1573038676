import { sql, type Sql, type Tx } from '#server/platform/db/db.ts'

export async function close(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.run(sql`update accounts.accounts set state = 'closing', closes_at = ${until} where id = ${id} and state = 'active'`)
}

export async function insertWayBack(tx: Tx, accountId: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`insert into accounts.ways_back (token_hash, account_id, made_at) values (${tokenHash}, ${accountId}, ${tx.now})`)
}

export function wayBack(tx: Tx, tokenHash: Buffer): Promise<{ accountId: string } | undefined> {
  return tx.maybe<{ accountId: string }>(sql`select account_id as "accountId" from accounts.ways_back where token_hash = ${tokenHash}`)
}

export async function forgetWaysBack(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.ways_back where account_id = ${accountId}`)
}

/** Of whatever this sign-in opens. */
export async function forgetWaysBackOf(tx: Tx, signInId: string): Promise<void> {
  await tx.run(sql`
    delete from accounts.ways_back where account_id in (select id from accounts.accounts where id = ${signInId} or holder_id = ${signInId})`)
}

/** Nobody else gets it. */
export async function keepName(tx: Tx, digest: Buffer): Promise<void> {
  await tx.run(sql`insert into accounts.former_names (digest) values (${digest}) on conflict do nothing`)
}

/** Where their letters went before they changed their address, as far as that is known. */
export async function formerAddresses(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.many<{ email: string }>(
    sql`select distinct email from accounts.links where account_id = ${id} and purpose = 'undo_email'`,
  )
  return rows.map(({ email }) => email)
}

/** Everything by which one came in: sessions and devices, links and identities, the second factor. */
export async function forgetWaysIn(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from accounts.ways_back where account_id = ${id}`)
  await tx.run(sql`delete from accounts.links where account_id = ${id}`)
  await tx.run(sql`delete from accounts.identities where account_id = ${id}`)
  await tx.run(sql`delete from accounts.tickets where opens_id = ${id}`)
  await tx.run(sql`delete from accounts.passkey_challenges where account_id = ${id}`)
  await tx.run(sql`delete from accounts.passkeys where account_id = ${id}`)
  await tx.run(sql`delete from accounts.two_factor where account_id = ${id}`)
  await tx.run(sql`delete from accounts.devices where account_id = ${id}`)
  await tx.run(sql`delete from accounts.sessions where account_id = ${id}`)
}

/** Its name and address are random: nobody can take beforehand what it is going to get. */
export async function erase(tx: Tx, id: string, name: string): Promise<void> {
  await tx.run(sql`
    update accounts.accounts set state = 'closed', closes_at = null, erased_at = ${tx.now}, name = ${name},
      username = 'closed.' || right(replace(gen_random_uuid()::text, '-', ''), 20),
      email = case when holder_id is null then gen_random_uuid() || '@closed.invalid' else email end,
      email_verified_at = null, proven_at = null, password_hash = null, birth_date = null, gender = null, country = null, timezone = null, locale = null, bio = '',
      notification_preferences = '{}'::jsonb
    where id = ${id} and erased_at is null`)
}

/** The condition that an account is closing or closed, for queries that have its id. */
export const isGone = (account: Sql): Sql => sql`
  coalesce((select state in ('closing', 'closed') from accounts.accounts where id = ${account} limit 1), false)`

/** A query of the ids of those who close their account, or are gone. */
export const inState = (state: 'closing' | 'closed'): Sql => sql`select id from accounts.accounts where state = ${state}`
