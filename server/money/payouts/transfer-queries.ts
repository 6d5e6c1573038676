// The SQL of payouts that a provider carries, and of its transfers.
import type { Request } from '#server/money/payouts/queries.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export async function setAttempt(tx: Tx, id: string, attempt: number): Promise<void> {
  await tx.run(sql`update payouts.requests set attempt = ${attempt}, failure = null, updated_at = ${tx.now} where id = ${id}`)
}

type Carried = Pick<Request, 'transferRef' | 'failure'>

export async function setTransfer(tx: Tx, id: string, { transferRef, failure }: Carried): Promise<void> {
  await tx.run(sql`
    update payouts.requests set transfer_ref = ${transferRef}, failure = ${failure}, updated_at = ${tx.now} where id = ${id}`)
}

/** What is known of a transfer: how much of it came back, which only grows, and whether that is news. */
export async function noteTransfer(
  tx: Tx,
  requestId: string,
  { ref, reversed }: { ref: string; reversed: number },
): Promise<{ reversed: number; isNews: boolean; isOurs: boolean }> {
  const before = await tx.maybe<{ reversed: number; requestId: string }>(sql`
    select reversed, request_id as "requestId" from payouts.transfers where ref = ${ref}`)
  if (before && before.requestId !== requestId) return { reversed: before.reversed, isNews: false, isOurs: false }
  await tx.run(sql`
    insert into payouts.transfers as t (ref, request_id, reversed) values (${ref}, ${requestId}, ${reversed})
    on conflict (ref) do update set reversed = excluded.reversed where t.reversed < excluded.reversed`)
  return { reversed: Math.max(reversed, before?.reversed ?? 0), isNews: before === undefined || before.reversed < reversed, isOurs: true }
}

export async function underWaySince(db: Db, since: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from payouts.requests
    where status = 'processing' and account_type = 'stripe' and failure is null and updated_at < ${since} order by id limit 200`)
  return rows.map(({ id }) => id)
}
