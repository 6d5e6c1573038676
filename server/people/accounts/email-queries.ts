import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Nobody else has this address, or had it until a change that can still be undone. */
export async function isFree(db: Db, email: string, forAccount: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`
    select exists (select from accounts.accounts where lower(email) = lower(${email}) and holder_id is null and id <> ${forAccount})
      or exists (select from accounts.links where lower(email) = lower(${email}) and purpose = 'undo_email' and used_at is null and expires_at > ${db.now}
        and account_id <> ${forAccount}) as taken`)
  return !taken
}

/** Verified by the letter. @param isProven whether whoever holds the account's ways in is known to read this mailbox */
export async function moveTo(tx: Tx, accountId: string, email: string, { isProven }: { isProven: boolean }): Promise<void> {
  await tx.run(sql`
    update accounts.accounts set email = ${email}, email_verified_at = ${tx.now}, proven_at = ${isProven ? tx.now : null} where id = ${accountId}`)
}

export function useUndo(tx: Tx, tokenHash: Buffer): Promise<{ accountId: string; email: string; createdAt: Date } | undefined> {
  return tx.maybe<{ accountId: string; email: string; createdAt: Date }>(sql`
    update accounts.links set used_at = ${tx.now}
    where token_hash = ${tokenHash} and purpose = 'undo_email' and used_at is null and expires_at > ${tx.now}
    returning account_id as "accountId", email, created_at as "createdAt"`)
}

export async function spendLaterUndos(tx: Tx, accountId: string, after: Date): Promise<void> {
  await tx.run(sql`
    update accounts.links set used_at = ${tx.now}
    where account_id = ${accountId} and purpose = 'undo_email' and used_at is null and created_at > ${after}`)
}
