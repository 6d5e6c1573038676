// What is to be told besides the centre, by now.
import type { NoticeKind, NoticeLetters } from '#contract/talk/notice-names.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import { columns, type Row } from '#server/talk/notifications/queries.ts'

/** Whose letters are due, longest due first. */
export async function toMail(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select account_id as id from (
      select account_id, mail_due_at from notifications.notices where mail_due_at <= ${db.now} order by mail_due_at limit ${limit * 10}
    ) due group by account_id order by min(mail_due_at) limit ${limit}`)
  return rows.map(({ id }) => id)
}

export type DueRow = Row & { expiresAt: Date }

/** Another process that is at the same takes others. */
export function lockToMail(tx: Tx, accountId: string): Promise<DueRow[]> {
  return tx.many<DueRow>(sql`
    select ${columns}, n.expires_at as "expiresAt" from notifications.notices n
    where n.account_id = ${accountId} and n.mail_due_at <= ${tx.now} order by n.latest_at desc, n.id desc for update skip locked`)
}

export async function setMailDue(tx: Tx, ids: readonly string[], at: Date | null): Promise<void> {
  await tx.run(sql`update notifications.notices set mail_due_at = ${at} where id = any(${ids}::uuid[])`)
}

/** What somebody decided about letters, by kind. */
export async function lettersOf(db: Db, accountId: string): Promise<Map<NoticeKind, NoticeLetters>> {
  const rows = await db.many<{ kind: NoticeKind; email: NoticeLetters }>(
    sql`select kind, email from notifications.preferences where account_id = ${accountId}`,
  )
  return new Map(rows.map(({ kind, email }) => [kind, email]))
}

/** Those of these that may be pushed: not past their time, and of kinds that their reader wants to be pushed. */
export function pushableOf(db: Db, accountId: string, ids: readonly string[]): Promise<DueRow[]> {
  return db.many<DueRow>(sql`
    select ${columns}, n.expires_at as "expiresAt" from notifications.notices n
    where n.account_id = ${accountId} and n.id = any(${ids}::uuid[]) and n.expires_at > ${db.now}
      and not exists (select from notifications.preferences p where p.account_id = n.account_id and p.kind = n.kind and not p.push)
    order by n.latest_at desc, n.id desc`)
}
