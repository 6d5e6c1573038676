// From where those who watch a stream asked for its picture. Whoever carries it knows nothing of it, and a country may be closed while they watch.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'

interface Asking {
  streamId: string
  accountId: string
  /** Undefined: nobody knows. */
  country: string | undefined
}

/** Whoever asks again from elsewhere is there from now on, in all their windows. */
export async function note(tx: Tx, { streamId, accountId, country }: Asking): Promise<void> {
  await tx.run(sql`
    insert into live.whereabouts (stream_id, account_id, country, noted_at) values (${streamId}, ${accountId}, ${country ?? null}, ${tx.now})
    on conflict (stream_id, account_id) do update set country = excluded.country, noted_at = excluded.noted_at`)
}

/**
 * The country of each of these accounts, as the view rule takes it. Of whoever never asked for the picture nothing is noted: whatever door they came in
 * by knew their country, and it is held against them there.
 */
export async function countriesOf(
  db: Db,
  streamId: string,
  accountIds: readonly string[],
): Promise<(accountId: string) => string | undefined> {
  const rows = await db.many<{ accountId: string; country: string | null }>(sql`
    select account_id as "accountId", country from live.whereabouts where stream_id = ${streamId} and account_id = any(${accountIds}::uuid[])`)
  const noted = new Map(rows.map(({ accountId, country }) => [accountId, country ?? undefined]))
  return (accountId) => (noted.has(accountId) ? noted.get(accountId) : ownNetwork)
}
