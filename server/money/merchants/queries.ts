import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Row {
  gateway: string
  isActive: boolean
  ending: string | null
  sealed: Buffer | null
}
const columns = sql`gateway, is_active as "isActive", ending, sealed`

export function all(db: Db, performerId: string): Promise<Row[]> {
  return db.many(sql`select ${columns} from merchants.own_accounts where performer_id = ${performerId} order by gateway`)
}

/** What is not given stays as it was. */
export function keep(tx: Tx, performerId: string, { gateway, isActive, sealed, ending }: Row): Promise<Row> {
  return tx.one(sql`
    insert into merchants.own_accounts as kept (performer_id, gateway, is_active, sealed, ending, changed_at)
    values (${performerId}, ${gateway}, ${isActive}, ${sealed}, ${ending}, ${tx.now})
    on conflict (performer_id, gateway) do update set is_active = excluded.is_active, changed_at = excluded.changed_at,
      sealed = coalesce(excluded.sealed, kept.sealed), ending = coalesce(excluded.ending, kept.ending)
    returning ${columns}`)
}

export async function noteHook(tx: Tx, performerId: string, digest: Buffer): Promise<void> {
  await tx.run(sql`
    insert into merchants.own_hooks (performer_id, digest, noted_at) values (${performerId}, ${digest}, ${tx.now}) on conflict do nothing`)
}

export async function hooksOf(db: Db, performerId: string): Promise<Buffer[]> {
  const rows = await db.many<{ digest: Buffer }>(sql`select digest from merchants.own_hooks where performer_id = ${performerId}`)
  return rows.map(({ digest }) => digest)
}

export async function forget(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`delete from merchants.own_accounts where performer_id = ${performerId}`)
  await tx.run(sql`delete from merchants.own_hooks where performer_id = ${performerId}`)
}
