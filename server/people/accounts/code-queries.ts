import { sql, type Tx } from '#server/platform/db/db.ts'

/** Of which link it is. */
export interface OfLink {
  accountId: string
  purpose: string
  tokenHash: Buffer
}

const mostTries = 5

/** Counts a try at every code that is still good for this address, and answers those. */
export function countCodeTries(
  tx: Tx,
  purpose: string,
  email: string,
  accountId: string | undefined,
): Promise<{ accountId: string; tokenHash: Buffer; codeHash: Buffer }[]> {
  return tx.many<{ accountId: string; tokenHash: Buffer; codeHash: Buffer }>(sql`
    update accounts.links set code_tries = code_tries + 1
    where lower(email) = lower(${email}) and purpose = ${purpose} and used_at is null and code_hash is not null and expires_at > ${tx.now} and code_tries < ${mostTries}::int
      and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
    returning account_id as "accountId", token_hash as "tokenHash", code_hash as "codeHash"`)
}
