import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Row {
  id: string
  name: string
  text: string
}

/** Whoever saves one waits for whoever saves another of the same performer's: two at once count each other. */
export async function lock(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`replies ${performerId}`}, 0))`)
}

export function list(db: Db, performerId: string): Promise<Row[]> {
  return db.many<Row>(sql`select id, name, text from replies.replies where performer_id = ${performerId} order by lower(name), id`)
}

export async function insert(tx: Tx, performerId: string, { name, text }: Omit<Row, 'id'>): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into replies.replies (performer_id, name, text, created_at) values (${performerId}, ${name}, ${text}, ${tx.now}) returning id`)
  return id
}

export async function update(tx: Tx, id: string, { name, text }: Omit<Row, 'id'>): Promise<void> {
  await tx.run(sql`update replies.replies set name = ${name}, text = ${text} where id = ${id}`)
}

export function remove(tx: Tx, performerId: string, id: string): Promise<number> {
  return tx.run(sql`delete from replies.replies where id = ${id} and performer_id = ${performerId}`)
}

export async function forgetAll(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`delete from replies.replies where performer_id = ${performerId}`)
}
