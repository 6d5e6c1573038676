import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Message {
  id: string
  name: string
  email: string
  body: string
  createdAt: Date
  answeredAt: Date | null
}

export async function insert(
  tx: Tx,
  { name, email, body, ip }: { name: string; email: string; body: string; ip: string | undefined },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into contact.messages (name, email, body, ip, created_at) values (${name}, ${email}, ${body}, ${ip ?? null}, ${tx.now}) returning id`)
  return id
}

export function newest(db: Db, paging: { limit: number; offset: number }): Promise<{ rows: Message[]; total: number }> {
  return listed<Message>(
    db,
    paging,
    (total, window) => sql`
    select id, name, email, body, created_at as "createdAt", answered_at as "answeredAt", ${total}
    from contact.messages order by answered_at is not null, created_at desc, id ${window}`,
  )
}

export async function countUnanswered(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from contact.messages where answered_at is null`)).count
}

/** Since when the first of them has waited. */
export async function oldestUnanswered(db: Db): Promise<Date | null> {
  return (await db.one<{ at: Date | null }>(sql`select min(created_at) as at from contact.messages where answered_at is null`)).at
}

export function markAnswered(tx: Tx, id: string): Promise<number> {
  return tx.run(sql`update contact.messages set answered_at = ${tx.now} where id = ${id} and answered_at is null`)
}

/** Whoever wrote from this address is gone. */
export async function forgetSender(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from contact.messages where lower(email) = lower(${email})`)
}
