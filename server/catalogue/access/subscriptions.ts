// Whom a reader subscribes to now: a cancelled subscription opens until its last day (calls.md section 0).
import { sql, type Db } from '#server/platform/db/db.ts'

export async function activeBetween(db: Db, fanId: string, performerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select performer_id as id from subscriptions.subscriptions
    where fan_id = ${fanId} and performer_id = any(${performerIds}) and status <> 'expired' and expires_at > ${db.now}`)
  return new Set(rows.map(({ id }) => id))
}
