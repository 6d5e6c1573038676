// Who is live and who will be, as other lists and pages ask it.
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'

/** A show that others than one guest may come to, of a performer who has not shut the viewer out of their rooms. */
const shown = (performerId: Sql, viewerId: string | undefined) => sql`
  live.streams s join works.works w on w.id = s.work_id
  where s.performer_id = ${performerId} and s.type <> 'private' and w.state = 'active' and w.deleted_at is null
    and not exists (select from live.bans b where b.performer_id = s.performer_id and b.account_id = ${viewerId ?? null}::uuid)`

/** A query of the show that a performer has on air now. */
export function showOnAir(performerId: Sql, viewerId: string | undefined): Sql {
  return sql`select s.work_id from ${shown(performerId, viewerId)} and s.status = 'live'`
}

export interface Announced {
  id: string
  title: string
  scheduledAt: Date
}

/** What a performer announced for the hour that comes first. One that is late still comes. */
export function nextShow(db: Db, performerId: string, viewerId: string | undefined): Promise<Announced | undefined> {
  return db.maybe<Announced>(sql`
    select s.work_id as id, w.title, s.scheduled_at as "scheduledAt" from ${shown(sql`${performerId}::uuid`, viewerId)} and s.status = 'scheduled' and s.scheduled_at is not null
    order by s.scheduled_at, s.work_id limit 1`)
}
