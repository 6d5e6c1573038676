import { sql, type Db } from '#server/platform/db/db.ts'

export async function subscriberCount(db: Db, performerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from subscriptions.subscriptions
    where performer_id = ${performerId} and status <> 'expired' and expires_at > ${db.now}`)
  return count
}
