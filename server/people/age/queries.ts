import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Attempt {
  /** Whose sign-in it is for; null: a visitor's browser. */
  accountId: string | null
  goesTo: string
}

export async function insertAttempt(tx: Tx, attempt: Attempt & { stateHash: Buffer; browserHash: Buffer; expiresAt: Date }): Promise<void> {
  await tx.run(sql`
    insert into age.attempts (state_hash, browser_hash, account_id, goes_to, created_at, expires_at)
    values (${attempt.stateHash}, ${attempt.browserHash}, ${attempt.accountId}, ${attempt.goesTo}, ${tx.now}, ${attempt.expiresAt})`)
}

/** Once, in the browser that began it. */
export function useAttempt(tx: Tx, stateHash: Buffer, browserHash: Buffer): Promise<Attempt | undefined> {
  return tx.maybe<Attempt>(sql`
    delete from age.attempts where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > ${tx.now}
    returning account_id as "accountId", goes_to as "goesTo"`)
}

export async function keep(tx: Tx, result: { accountId: string; method: 'openid'; expiresAt: Date }): Promise<void> {
  await tx.run(sql`
    insert into age.results (account_id, method, expires_at) values (${result.accountId}, ${result.method}, ${result.expiresAt})
    on conflict (account_id) do update set method = excluded.method, expires_at = excluded.expires_at`)
}

/** Whoever it was of is gone (docs/adr/0028). */
export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from age.attempts where account_id = ${accountId}`)
  await tx.run(sql`delete from age.results where account_id = ${accountId}`)
}

/** Those of these accounts whose sign-in has a result that is still good. */
export function assured(db: Db, ids: readonly string[]): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    select account.id from accounts.accounts account
    where account.id = any(${ids}::uuid[])
      and exists (select from age.results where account_id = coalesce(account.holder_id, account.id) and expires_at > ${db.now})`)
}

export async function forgetOld(tx: Tx): Promise<void> {
  await tx.run(sql`delete from age.attempts where expires_at <= ${tx.now}`)
  await tx.run(sql`delete from age.results where expires_at <= ${tx.now}`)
}
