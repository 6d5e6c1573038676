// What of somebody's shows stands open, and what is left of them when they are gone.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Open {
  /** Shows of theirs that are announced or on air. */
  shows: number
  /** Tickets to such shows, private shows that were asked for, and minutes that run, on either side. */
  places: number
}

export function openOf(db: Db, accountId: string): Promise<Open> {
  return db.one<Open>(sql`
    select (select count(*) from live.streams s where s.performer_id = ${accountId} and s.status in ('scheduled', 'live')) as shows,
      (select count(*) from live.streams s join wallet.transfers t on t.reference = 'work:' || s.work_id and t.sign = 1 and t.reversed_by is null
        where s.status in ('scheduled', 'live') and s.type = 'ticket' and t.paid_by = ${accountId})
      + (select count(*) from live.requests r where (r.performer_id = ${accountId} or r.fan_id = ${accountId}) and r.state = 'asked')
      + (select count(*) from live.meters m where m.payer_id = ${accountId} and m.closed_at is null) as places`)
}

/** What they wrote about their shows, and to whom; tips keep what they were for. */
export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from live.profiles where performer_id = ${accountId}`)
  await tx.run(
    sql`update live.menu_items set title = '-', deleted_at = coalesce(deleted_at, ${tx.now}) where performer_id = ${accountId} and title <> '-'`,
  )
  await tx.run(sql`delete from live.bans where performer_id = ${accountId} or account_id = ${accountId}`)
  await tx.run(sql`delete from live.reminders where account_id = ${accountId}`)
  await tx.run(sql`update live.requests set note = '' where (performer_id = ${accountId} or fan_id = ${accountId}) and note <> ''`)
  await tx.run(sql`delete from live.moderators where performer_id = ${accountId} or account_id = ${accountId}`)
}

/** Of shows that nobody bought. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`update live.streams set description = '' where work_id = any(${workIds}::uuid[])`)
  await tx.run(sql`update live.goals set title = '' where stream_id = any(${workIds}::uuid[])`)
}
