import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Closing {
  id: string
  accountId: string
  askedAt: Date
  finalAt: Date
  begunAt: Date | null
  erasedAt: Date | null
  heldAt: Date | null
  heldBy: string | null
  heldReason: string | null
}

const columns = sql`
  id, account_id as "accountId", asked_at as "askedAt", final_at as "finalAt", begun_at as "begunAt", erased_at as "erasedAt",
  held_at as "heldAt", held_by as "heldBy", held_reason as "heldReason"`

/** What staff held stays held when it is taken back and asked for again, until they let go. */
export async function insert(tx: Tx, accountId: string, finalAt: Date): Promise<void> {
  await tx.run(sql`
    insert into closing.closings (account_id, asked_at, final_at, held_at, held_by, held_reason)
    select ${accountId}, ${tx.now}, ${finalAt}, before.held_at, before.held_by, before.held_reason
    from (select) asked left join lateral (
      select held_at, held_by, held_reason from closing.closings where account_id = ${accountId} order by asked_at desc, id desc limit 1) before on true`)
}

/** Of an account that goes with the one behind which it stands, and at the same time: it is begun with it. */
export async function beginBehind(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.run(sql`
    insert into closing.closings (account_id, asked_at, final_at, begun_at)
    select ${accountId}, asked_at, final_at, ${tx.now} from closing.closings where id = ${id}`)
}

/** The one that stands: under way, or final. */
export function standingOf(db: Db, accountId: string): Promise<Closing | undefined> {
  return db.maybe<Closing>(sql`select ${columns} from closing.closings where account_id = ${accountId} and taken_back_at is null`)
}

export function lockStanding(tx: Tx, accountId: string): Promise<Closing | undefined> {
  return tx.maybe<Closing>(
    sql`select ${columns} from closing.closings where account_id = ${accountId} and taken_back_at is null for update`,
  )
}

export function lock(tx: Tx, id: string): Promise<Closing | undefined> {
  return tx.maybe<Closing>(
    sql`select ${columns} from closing.closings where id = ${id} and taken_back_at is null and erased_at is null for update`,
  )
}

/** 0: what is personal is going already. */
export function takeBack(tx: Tx, accountId: string): Promise<number> {
  return tx.run(sql`
    update closing.closings set taken_back_at = ${tx.now}
    where account_id = ${accountId} and taken_back_at is null and begun_at is null`)
}

export async function hold(tx: Tx, id: string, { by, reason }: { by: string; reason: string }): Promise<void> {
  await tx.run(sql`update closing.closings set held_at = ${tx.now}, held_by = ${by}, held_reason = ${reason} where id = ${id}`)
}

export async function letGo(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update closing.closings set held_at = null, held_by = null, held_reason = null where id = ${id}`)
}

/** Whose end is near and who were not told yet. */
export function toRemind(db: Db, before: Date): Promise<Pick<Closing, 'id' | 'accountId'>[]> {
  return db.many<Pick<Closing, 'id' | 'accountId'>>(sql`
    select id, account_id as "accountId" from closing.closings
    where taken_back_at is null and begun_at is null and reminded_at is null and final_at <= ${before} order by final_at, id limit 500`)
}

export function setReminded(tx: Tx, id: string): Promise<number> {
  return tx.run(sql`
    update closing.closings set reminded_at = ${tx.now} where id = ${id} and reminded_at is null and taken_back_at is null and begun_at is null`)
}

/** Those that are due, and those that were begun and not finished. */
export async function due(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from closing.closings where final_at <= ${db.now} and taken_back_at is null and erased_at is null and held_at is null order by final_at, id limit 500`)
  return rows.map(({ id }) => id)
}

export async function begin(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update closing.closings set begun_at = ${tx.now} where id = ${id} and begun_at is null`)
}

export async function finish(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update closing.closings set erased_at = ${tx.now} where id = ${id} and erased_at is null`)
}
