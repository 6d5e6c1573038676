// The SQL of what a provider carries: creators' accounts with it, and its transfers.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface ProviderAccountRow {
  ref: string
  payoutsEnabled: boolean
}

export function providerAccountOf(db: Db, accountId: string, provider: string): Promise<ProviderAccountRow | undefined> {
  return db.maybe(sql`
    select ref, payouts_enabled as "payoutsEnabled" from payouts.provider_accounts where account_id = ${accountId} and provider = ${provider}`)
}

/** Answers the one that stands, which may be an earlier one. */
export async function keepProviderAccount(
  tx: Tx,
  { accountId, provider, ref }: { accountId: string; provider: string; ref: string },
): Promise<string> {
  const kept = await tx.one<{ ref: string }>(sql`
    insert into payouts.provider_accounts as a (account_id, provider, ref, asked_at, created_at)
    values (${accountId}, ${provider}, ${ref}, ${tx.now}, ${tx.now})
    on conflict (account_id, provider) do update set ref = a.ref returning ref`)
  return kept.ref
}

export async function hasProviderAccount(db: Db, provider: string, ref: string): Promise<boolean> {
  return (await db.maybe(sql`select from payouts.provider_accounts where provider = ${provider} and ref = ${ref}`)) !== undefined
}

export async function setPayoutsEnabled(
  tx: Tx,
  { provider, ref, payoutsEnabled, askedAt }: { provider: string; ref: string; payoutsEnabled: boolean; askedAt: Date },
): Promise<void> {
  await tx.run(sql`
    update payouts.provider_accounts set payouts_enabled = ${payoutsEnabled}, asked_at = ${askedAt}
    where provider = ${provider} and ref = ${ref} and asked_at <= ${askedAt}`)
}

export async function setAttempt(tx: Tx, id: string, attempt: number): Promise<void> {
  await tx.run(sql`update payouts.requests set attempt = ${attempt}, failure = null, updated_at = ${tx.now} where id = ${id}`)
}

export async function setTransfer(
  tx: Tx,
  id: string,
  { transferRef, failure }: { transferRef: string | null; failure: string | null },
): Promise<void> {
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
