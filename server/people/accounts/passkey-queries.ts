import type { PasskeyKind } from '#contract/people/passkeys.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Passkey {
  id: string
  accountId: string
  kind: PasskeyKind
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  addedAt: Date
  usedAt: Date | null
}

const passkey = sql`
  id, account_id as "accountId", kind, credential_id as "credentialId", public_key as "publicKey", counter, transports, name, added_at as "addedAt", used_at as "usedAt"`

/** The oldest first. */
export function passkeysOf(db: Db, accountId: string): Promise<Passkey[]> {
  return db.many<Passkey>(sql`select ${passkey} from accounts.passkeys where account_id = ${accountId} order by added_at, id`)
}

export function byCredential(db: Db, credentialId: Buffer): Promise<Passkey | undefined> {
  return db.maybe<Passkey>(sql`select ${passkey} from accounts.passkeys where credential_id = ${credentialId}`)
}

export type NewPasskey = Omit<Passkey, 'id' | 'addedAt' | 'usedAt'> & { isVerified: boolean }

export function insertPasskey(
  tx: Tx,
  { accountId, kind, credentialId, publicKey, isVerified, counter, transports, name }: NewPasskey,
): Promise<Passkey> {
  return tx.one<Passkey>(sql`
    insert into accounts.passkeys (account_id, kind, credential_id, public_key, is_verified, counter, transports, name, added_at)
    values (${accountId}, ${kind}, ${credentialId}, ${publicKey}, ${isVerified}, ${counter}, ${transports}, ${name}, ${tx.now})
    returning ${passkey}`)
}

export function rename(tx: Tx, accountId: string, id: string, name: string): Promise<Passkey | undefined> {
  return tx.maybe<Passkey>(
    sql`update accounts.passkeys set name = ${name} where id = ${id} and account_id = ${accountId} returning ${passkey}`,
  )
}

export function remove(tx: Tx, accountId: string, id: string): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`delete from accounts.passkeys where id = ${id} and account_id = ${accountId} returning name`)
}

/** It signed for the so manieth time. 0: not after the last one that is known, or it was removed meanwhile; keys that do not count say 0 each time. */
export function use(tx: Tx, id: string, counter: number): Promise<number> {
  return tx.run(sql`
    update accounts.passkeys set counter = ${counter}, used_at = ${tx.now}
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
}

/** Added at this moment or later. */
export async function forgetPasskeysSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await tx.run(sql`delete from accounts.passkeys where account_id = ${accountId} and added_at >= ${since}`)
}

export async function forgetPasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.passkeys where account_id = ${accountId}`)
}

/** Those that sign in alone. */
export async function forgetPasswordless(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from accounts.passkeys where account_id = ${accountId} and kind = 'passwordless'`)
}

export type Purpose = 'sign_in' | 'second_step' | 'add_passwordless' | 'add_second_factor'

interface Challenge {
  challengeHash: Buffer
  purpose: Purpose
  accountId: string | null
}

export async function insertChallenge(tx: Tx, { challengeHash, purpose, accountId }: Challenge, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    insert into accounts.passkey_challenges (challenge_hash, purpose, account_id, expires_at)
    values (${challengeHash}, ${purpose}, ${accountId}, ${expiresAt})`)
}

/** 0: it is over, was answered, or is another's. */
export function takeChallenge(tx: Tx, { challengeHash, purpose, accountId }: Challenge): Promise<number> {
  return tx.run(sql`
    delete from accounts.passkey_challenges
    where challenge_hash = ${challengeHash} and purpose = ${purpose} and account_id is not distinct from ${accountId}::uuid and expires_at > ${tx.now}`)
}

/** Anybody may ask for one, and most are never answered. */
export async function forgetChallenges(tx: Tx): Promise<void> {
  await tx.run(sql`delete from accounts.passkey_challenges where expires_at < ${tx.now}`)
}
