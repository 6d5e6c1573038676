import { sql, type Db } from '#server/platform/db/db.ts'

/** The performers that this fan subscribes to now. */
export async function subscribedBy(db: Db, fanId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select performer_id as id from subscriptions.subscriptions where fan_id = ${fanId} and status <> 'expired' and expires_at > ${db.now}`)
  return rows.map(({ id }) => id)
}
