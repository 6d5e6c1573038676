// The SQL of who froze which wallet.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface StaffFreeze {
  reason: string
  by: string
  at: Date
}

export async function insert(tx: Tx, { ownerId, by, reason }: { ownerId: string; by: string; reason: string }): Promise<void> {
  await tx.run(sql`insert into wallet.holds (owner_id, reason, held_by, held_at) values (${ownerId}, ${reason}, ${by}, ${tx.now})`)
}

/** There is none of what a dispute froze. */
export async function end(tx: Tx, ownerId: string, by: string): Promise<void> {
  await tx.run(sql`update wallet.holds set let_go_by = ${by}, let_go_at = ${tx.now} where owner_id = ${ownerId} and let_go_at is null`)
}

export function current(db: Db, ownerId: string): Promise<StaffFreeze | undefined> {
  return db.maybe(sql`
    select reason, held_by as by, held_at as at from wallet.holds where owner_id = ${ownerId} and let_go_at is null`)
}

export function walletOf(
  db: Db,
  ownerId: string,
): Promise<{ balance: number; floor: number; isFrozen: boolean; isFrozenByStaff: boolean } | undefined> {
  return db.maybe(sql`
    select balance, floor, frozen as "isFrozen", held as "isFrozenByStaff" from wallet.accounts
    where owner_id = ${ownerId} and kind = 'wallet' and floor is not null`)
}

export async function frozenAmong(db: Db, ownerIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select owner_id as id from wallet.accounts where owner_id = any(${ownerIds}::uuid[]) and kind = 'wallet' and frozen`)
  return rows.map(({ id }) => id)
}

/** A query of the ids of their owners. */
export const frozen = sql`select owner_id from wallet.accounts where kind = 'wallet' and frozen`
