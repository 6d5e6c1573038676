// Refunds and disputes of payments, each under its gateway's name for it.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Dispute, Known, Refund } from '#server/money/payments/facts.ts'

type Of = { id: string; paidAt: Date | null; refundedSoFar: number }

/** The payment's row is locked, so nothing of it changes meanwhile. */
export async function knownOf(tx: Tx, { id, paidAt, refundedSoFar: soFar }: Of): Promise<Known> {
  const refunds = await tx.many<Refund>(sql`
    select ref, amount, failed_at as "failedAt" from payments.refunds where transaction_id = ${id} order by heard_at, ref`)
  const disputes = await disputesOf(tx, id)
  return { paidAt, soFar, refunds, disputes }
}

function disputesOf(db: Db, id: string): Promise<Dispute[]> {
  return db.many<Dispute>(sql`
    select ref, amount, opened_at as "openedAt", won_at as "wonAt", lost_at as "lostAt", reopened, let_go as "letGo", stated_at as "statedAt"
    from payments.disputes where transaction_id = ${id} order by opened_at, ref`)
}

export async function keepRefund(tx: Tx, id: string, { ref, amount, failedAt }: Refund): Promise<void> {
  await tx.run(sql`
    insert into payments.refunds (transaction_id, ref, amount, failed_at, heard_at) values (${id}, ${ref}, ${amount}, ${failedAt}, ${tx.now})
    on conflict (transaction_id, ref) do update set failed_at = excluded.failed_at`)
}

export async function keepDispute(tx: Tx, id: string, of: Dispute): Promise<void> {
  await tx.run(sql`
    insert into payments.disputes (transaction_id, ref, amount, opened_at, won_at, lost_at, reopened, let_go, stated_at)
    values (${id}, ${of.ref}, ${of.amount}, ${of.openedAt}, ${of.wonAt}, ${of.lostAt}, ${of.reopened}, ${of.letGo}, ${of.statedAt})
    on conflict (transaction_id, ref) do update set won_at = excluded.won_at, lost_at = excluded.lost_at, reopened = excluded.reopened,
      let_go = excluded.let_go, stated_at = excluded.stated_at`)
}

/** What nobody had decided is, as if the bank had decided for the payer. What that decides later still counts. */
export async function endDisputes(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`
    update payments.disputes d set lost_at = ${tx.now}, let_go = true, stated_at = ${tx.now} from payments.transactions t
    where t.id = d.transaction_id and t.account_id = ${accountId} and d.won_at is null and d.lost_at is null`)
  await tx.run(sql`
    update payments.transactions set dispute_lost_at = ${tx.now}
    where account_id = ${accountId} and disputed_at is not null and dispute_won_at is null and dispute_lost_at is null`)
}
