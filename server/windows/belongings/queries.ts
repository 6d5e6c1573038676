import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Asked {
  askedAt: Date
  endsAt: Date
}

export function standing(db: Db, accountId: string): Promise<Asked | undefined> {
  return db.maybe<Asked>(sql`
    select asked_at as "askedAt", ends_at as "endsAt" from belongings.requests where account_id = ${accountId}`)
}

/** False where it was asked for less than a day ago: two at once are one. */
export async function ask(tx: Tx, accountId: string, endsAt: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into belongings.requests (account_id, asked_at, ends_at) values (${accountId}, ${tx.now}, ${endsAt})
    on conflict (account_id) do update set asked_at = excluded.asked_at, ends_at = excluded.ends_at
      where requests.asked_at <= excluded.asked_at - interval '1 day'`)
  return changed > 0
}

/** Of an account whose owner is gone. */
export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from belongings.requests where account_id = ${accountId}`)
}

/** That somebody asked is known for as long as it opens anything. */
export async function forgetEnded(tx: Tx): Promise<void> {
  await tx.run(sql`delete from belongings.requests where ends_at <= ${tx.now}`)
}
