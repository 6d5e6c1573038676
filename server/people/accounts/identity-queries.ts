import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export type Provider = 'google' | 'twitter' | 'openid'

export interface Identity {
  id: string
  accountId: string
  provider: Provider
  issuer: string
  subject: string
  /** These two as the issuer said last. */
  email: string | null
  name: string | null
  linkedAt: Date
  usedAt: Date
}

const identity = sql`id, account_id as "accountId", provider, issuer, subject, email, name, linked_at as "linkedAt", used_at as "usedAt"`

export function identityOf(db: Db, issuer: string, subject: string): Promise<Identity | undefined> {
  return db.maybe<Identity>(sql`select ${identity} from accounts.identities where issuer = ${issuer} and subject = ${subject}`)
}

export function identitiesOf(db: Db, accountId: string): Promise<Identity[]> {
  return db.many<Identity>(sql`select ${identity} from accounts.identities where account_id = ${accountId} order by linked_at, id`)
}

type NewIdentity = Pick<Identity, 'accountId' | 'provider' | 'issuer' | 'subject' | 'email' | 'name'>

export async function insertIdentity(tx: Tx, { accountId, provider, issuer, subject, email, name }: NewIdentity): Promise<void> {
  await tx.run(sql`
    insert into accounts.identities (account_id, provider, issuer, subject, email, name, linked_at, used_at)
    values (${accountId}, ${provider}, ${issuer}, ${subject}, ${email}, ${name}, ${tx.now}, ${tx.now})`)
}

export async function usedIdentity(tx: Tx, id: string, said: Pick<Identity, 'email' | 'name'>): Promise<void> {
  await tx.run(sql`update accounts.identities set used_at = ${tx.now}, email = ${said.email}, name = ${said.name} where id = ${id}`)
}

/** The account's ways in, which nobody else takes away meanwhile. */
export async function lockWaysIn(tx: Tx, accountId: string): Promise<{ hasPassword: boolean; identities: number }> {
  const { hasPassword } = await tx.one<{ hasPassword: boolean }>(
    sql`select password_hash is not null as "hasPassword" from accounts.accounts where id = ${accountId} for no key update`,
  )
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from accounts.identities where account_id = ${accountId}`)
  return { hasPassword, identities: count }
}

export function removeIdentity(tx: Tx, accountId: string, id: string): Promise<Pick<Identity, 'provider' | 'issuer'> | undefined> {
  return tx.maybe<Pick<Identity, 'provider' | 'issuer'>>(
    sql`delete from accounts.identities where id = ${id} and account_id = ${accountId} returning provider, issuer`,
  )
}

/** Linked at this moment or later. */
export async function forgetIdentitiesSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx.run(sql`delete from accounts.identities where account_id = ${accountId} and linked_at >= ${since}`)
}

export async function forgetIdentities(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.identities where account_id = ${accountId}`)
}
