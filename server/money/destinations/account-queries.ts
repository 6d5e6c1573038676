// The SQL of where money goes by PayPal or another way.
import type { ElsewhereType } from '#contract/money/payouts.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface ElsewhereRow {
  type: ElsewhereType
  sealed: Buffer
  holdUntil: Date
  changedAt: Date
  /** Since a payout came back from there, until its owner saves it again. */
  doubtedAt: Date | null
}

export function all(db: Db, accountId: string): Promise<ElsewhereRow[]> {
  return db.many(sql`
    select account_type as type, sealed, hold_until as "holdUntil", changed_at as "changedAt", doubted_at as "doubtedAt"
    from payouts.accounts_elsewhere where account_id = ${accountId} order by account_type = 'other'`)
}

export async function save(
  tx: Tx,
  { accountId, type, sealed, holdUntil }: { accountId: string; type: ElsewhereType; sealed: Buffer; holdUntil: Date },
): Promise<void> {
  await tx.run(sql`
    insert into payouts.accounts_elsewhere (account_id, account_type, sealed, hold_until, changed_at)
    values (${accountId}, ${type}, ${sealed}, ${holdUntil}, ${tx.now})
    on conflict (account_id, account_type) do update set sealed = excluded.sealed, hold_until = excluded.hold_until,
      changed_at = excluded.changed_at, doubted_at = null`)
}

export async function setDoubt(tx: Tx, accountId: string, type: ElsewhereType, since: Date | null): Promise<void> {
  await tx.run(sql`
    update payouts.accounts_elsewhere set doubted_at = ${since} where account_id = ${accountId} and account_type = ${type}`)
}
