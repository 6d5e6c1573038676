import type { Provider } from '#server/people/accounts/accounts.ts'
import { sql, type Tx } from '#server/platform/db/db.ts'

export interface Wanted {
  role: 'user' | 'performer'
  remember: boolean
  goesTo: string
  /** By whose link they came, as it was sent. */
  referralCode: string | null
}

export interface Attempt extends Wanted {
  /** To link it with this account. */
  accountId: string | null
}

type NewAttempt = Attempt & { provider: Provider; stateHash: Buffer; browserHash: Buffer; expiresAt: Date }

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<void> {
  await tx.run(sql`
    insert into federation.attempts (state_hash, browser_hash, provider, account_id, role, remember, goes_to, referral_code, created_at, expires_at)
    values (${attempt.stateHash}, ${attempt.browserHash}, ${attempt.provider}, ${attempt.accountId}, ${attempt.role}, ${attempt.remember}, ${attempt.goesTo},
      ${attempt.referralCode}, ${tx.now}, ${attempt.expiresAt})`)
}

/** Once, in the browser that began it. */
export function useAttempt(tx: Tx, provider: Provider, stateHash: Buffer, browserHash: Buffer): Promise<Attempt | undefined> {
  return tx.maybe<Attempt>(sql`
    update federation.attempts set used_at = ${tx.now}
    where state_hash = ${stateHash} and browser_hash = ${browserHash} and provider = ${provider} and used_at is null and expires_at > ${tx.now}
    returning account_id as "accountId", role, remember, goes_to as "goesTo", referral_code as "referralCode"`)
}

export interface Ticket {
  provider: Provider
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  picture: string | null
  role: 'user' | 'performer'
  remember: boolean
  referralCode: string | null
}

export async function insertTicket(tx: Tx, ticket: Ticket & { tokenHash: Buffer; expiresAt: Date }): Promise<void> {
  await tx.run(sql`
    insert into federation.tickets (token_hash, provider, issuer, subject, email, is_email_verified, name, picture, role, remember, referral_code, created_at, expires_at)
    values (${ticket.tokenHash}, ${ticket.provider}, ${ticket.issuer}, ${ticket.subject}, ${ticket.email}, ${ticket.isEmailVerified}, ${ticket.name},
      ${ticket.picture}, ${ticket.role}, ${ticket.remember}, ${ticket.referralCode}, ${tx.now}, ${ticket.expiresAt})`)
}

export function useTicket(tx: Tx, tokenHash: Buffer): Promise<Ticket | undefined> {
  return tx.maybe<Ticket>(sql`
    update federation.tickets set used_at = ${tx.now} where token_hash = ${tokenHash} and used_at is null and expires_at > ${tx.now}
    returning provider, issuer, subject, email, is_email_verified as "isEmailVerified", name, picture, role, remember, referral_code as "referralCode"`)
}

/** Whether nobody came in by it before. */
export async function spend(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await tx.run(
    sql`insert into federation.spent (token_hash, expires_at) values (${tokenHash}, ${expiresAt}) on conflict (token_hash) do nothing`,
  )
  return spent > 0
}

export async function forgetOld(tx: Tx): Promise<void> {
  await tx.run(sql`delete from federation.attempts where expires_at < ${tx.now}`)
  await tx.run(sql`delete from federation.tickets where expires_at < ${tx.now}`)
  await tx.run(sql`delete from federation.spent where expires_at < ${tx.now}`)
}
