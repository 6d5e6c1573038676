import type { PayoutAccountType } from '#contract/money/payout-names.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** One after the other: whoever asks for, edits or decides a payout of this creator, or changes where it goes, waits for who does already. */
export async function takeTurns(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`payouts:${performerId}`}, 0))`)
}

/** As a row says, of a bank and of another account alike. */
export interface Standing {
  holdUntil: Date
  changedAt: Date
  /** Since a payout came back from there, until its owner saves it again. */
  doubtedAt: Date | null
}

export interface BankRow extends Standing {
  accountId: string
  sealed: Buffer
}

export function banksOf(db: Db, accountIds: readonly string[]): Promise<BankRow[]> {
  return db.many(sql`
    select account_id as "accountId", sealed, hold_until as "holdUntil", changed_at as "changedAt", doubted_at as "doubtedAt"
    from destinations.bank_details where account_id = any(${accountIds}::uuid[])`)
}

export async function saveBank(
  tx: Tx,
  { accountId, sealed, holdUntil }: Pick<BankRow, 'accountId' | 'sealed' | 'holdUntil'>,
): Promise<void> {
  await tx.run(sql`
    insert into destinations.bank_details (account_id, sealed, hold_until, changed_at) values (${accountId}, ${sealed}, ${holdUntil}, ${tx.now})
    on conflict (account_id) do update set sealed = excluded.sealed, hold_until = excluded.hold_until, changed_at = excluded.changed_at,
      doubted_at = null`)
}

export async function doubtBank(tx: Tx, accountId: string, since: Date | null): Promise<void> {
  await tx.run(sql`update destinations.bank_details set doubted_at = ${since} where account_id = ${accountId}`)
}

export interface AccountRow extends Standing {
  type: PayoutAccountType
  sealed: Buffer
}

export function accountsOf(db: Db, accountId: string): Promise<AccountRow[]> {
  return db.many(sql`
    select account_type as type, sealed, hold_until as "holdUntil", changed_at as "changedAt", doubted_at as "doubtedAt"
    from destinations.accounts where account_id = ${accountId} order by account_type = 'other'`)
}

export async function saveAccount(tx: Tx, accountId: string, row: Pick<AccountRow, 'type' | 'sealed' | 'holdUntil'>): Promise<void> {
  await tx.run(sql`
    insert into destinations.accounts (account_id, account_type, sealed, hold_until, changed_at)
    values (${accountId}, ${row.type}, ${row.sealed}, ${row.holdUntil}, ${tx.now})
    on conflict (account_id, account_type) do update set sealed = excluded.sealed, hold_until = excluded.hold_until,
      changed_at = excluded.changed_at, doubted_at = null`)
}

export async function doubtAccount(tx: Tx, accountId: string, type: PayoutAccountType, since: Date | null): Promise<void> {
  await tx.run(sql`update destinations.accounts set doubted_at = ${since} where account_id = ${accountId} and account_type = ${type}`)
}

export interface ProviderAccount {
  ref: string
  payoutsEnabled: boolean
}

type At = Pick<ProviderAccount, 'ref'> & { provider: string }

export function providerAccountOf(db: Db, accountId: string, provider: string): Promise<ProviderAccount | undefined> {
  return db.maybe(sql`
    select ref, payouts_enabled as "payoutsEnabled" from destinations.provider_accounts where account_id = ${accountId} and provider = ${provider}`)
}

/** Answers the one that stands, which may be an earlier one. */
export async function keepProviderAccount(tx: Tx, accountId: string, { provider, ref }: At): Promise<string> {
  const kept = await tx.one<{ ref: string }>(sql`
    insert into destinations.provider_accounts as a (account_id, provider, ref, asked_at, created_at)
    values (${accountId}, ${provider}, ${ref}, ${tx.now}, ${tx.now})
    on conflict (account_id, provider) do update set ref = a.ref returning ref`)
  return kept.ref
}

export async function hasProviderAccount(db: Db, { provider, ref }: At): Promise<boolean> {
  return (await db.maybe(sql`select from destinations.provider_accounts where provider = ${provider} and ref = ${ref}`)) !== undefined
}

export async function setPayoutsEnabled(tx: Tx, { provider, ref }: At, payoutsEnabled: boolean, askedAt: Date): Promise<void> {
  await tx.run(sql`
    update destinations.provider_accounts set payouts_enabled = ${payoutsEnabled}, asked_at = ${askedAt}
    where provider = ${provider} and ref = ${ref} and asked_at <= ${askedAt}`)
}

/** Payouts keep a sealed copy of where they went. */
export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from destinations.bank_details where account_id = ${accountId}`)
  await tx.run(sql`delete from destinations.accounts where account_id = ${accountId}`)
  await tx.run(sql`delete from destinations.provider_accounts where account_id = ${accountId}`)
}
