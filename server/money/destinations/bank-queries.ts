// The SQL of bank details, and of what banks returned.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface BankRow {
  sealed: Buffer
  holdUntil: Date
  changedAt: Date
  /** Since a payout came back from there, until its owner saves it again. */
  doubtedAt: Date | null
}

export function bankOf(db: Db, accountId: string): Promise<BankRow | undefined> {
  return db.maybe(sql`
    select sealed, hold_until as "holdUntil", changed_at as "changedAt", doubted_at as "doubtedAt"
    from payouts.bank_details where account_id = ${accountId}`)
}

export function banksOf(db: Db, accountIds: readonly string[]): Promise<(Pick<BankRow, 'sealed' | 'doubtedAt'> & { accountId: string })[]> {
  return db.many(sql`
    select account_id as "accountId", sealed, doubted_at as "doubtedAt" from payouts.bank_details where account_id = any(${accountIds}::uuid[])`)
}

/** What banks returned to these creators. */
export function returnedToBank(
  db: Db,
  performerIds: readonly string[],
): Promise<{ id: string; performerId: string; sealedBank: Buffer; endedAt: Date }[]> {
  return db.many(sql`
    select id, performer_id as "performerId", sealed_bank as "sealedBank", ended_at as "endedAt" from payouts.requests
    where performer_id = any(${performerIds}::uuid[]) and status = 'returned' and account_type = 'banking' and ended_at is not null`)
}

export async function saveBank(
  tx: Tx,
  { accountId, sealed, holdUntil }: { accountId: string; sealed: Buffer; holdUntil: Date },
): Promise<void> {
  await tx.run(sql`
    insert into payouts.bank_details (account_id, sealed, hold_until, changed_at) values (${accountId}, ${sealed}, ${holdUntil}, ${tx.now})
    on conflict (account_id) do update set sealed = excluded.sealed, hold_until = excluded.hold_until, changed_at = excluded.changed_at,
      doubted_at = null`)
}

export async function setDoubt(tx: Tx, accountId: string, since: Date | null): Promise<void> {
  await tx.run(sql`update payouts.bank_details set doubted_at = ${since} where account_id = ${accountId}`)
}
