// From where those who watch a stream asked for its picture. Whoever carries it knows nothing of it, and a country may be closed while they watch.
import { empty, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import type { Side } from '#server/stage/live/engine.ts'

interface Asking {
  streamId: string
  accountId: string
  /** Whose picture. */
  side: Side
  /** Undefined: nobody knows. */
  country: string | undefined
}

/** Each place stays noted: somebody may have windows in two, and which of them plays nobody who carries knows. */
export async function note(tx: Tx, { streamId, accountId, side, country }: Asking): Promise<void> {
  await tx.run(sql`
    insert into live.whereabouts (stream_id, account_id, side, country, noted_at) values (${streamId}, ${accountId}, ${side}, ${country ?? null}, ${tx.now})
    on conflict on constraint noted_once do update set noted_at = excluded.noted_at`)
}

/**
 * The countries of each of these accounts, as the view rule takes them. Of whoever never asked for the picture nothing is noted: whatever door they came in
 * by knew their country, and it is held against them there.
 * @param side whose picture they asked for; undefined: either's
 */
export async function countriesOf(
  db: Db,
  streamId: string,
  accountIds: readonly string[],
  side?: Side,
): Promise<(accountId: string) => readonly (string | undefined)[]> {
  const rows = await db.many<{ accountId: string; country: string | null }>(sql`
    select distinct account_id as "accountId", country from live.whereabouts
    where stream_id = ${streamId} and account_id = any(${accountIds}::uuid[]) ${side ? sql`and side = ${side}` : empty}`)
  const noted = Map.groupBy(rows, (row) => row.accountId)
  return (accountId) => noted.get(accountId)?.map(({ country }) => country ?? undefined) ?? [ownNetwork]
}

/** They were put out: what they asked for until then opens nothing any more, and where they ask again from is noted anew. @param side on that one alone */
export async function forget(
  tx: Tx,
  { streamId, accountId, until, side }: Omit<Asking, 'country' | 'side'> & { until: Date; side?: Side },
): Promise<void> {
  await tx.run(sql`
    delete from live.whereabouts
    where stream_id = ${streamId} and account_id = ${accountId} and noted_at <= ${until} ${side ? sql`and side = ${side}` : empty}`)
}
