// Guest performers of shows and what they agreed to, as they are kept.
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Stream } from '#server/stage/live/queries.ts'

/** @param guestId null: nobody is named any more */
export async function setGuest(tx: Tx, streamId: string, guestId: string | null, state: NonNullable<Stream['guestState']>): Promise<void> {
  await tx.run(sql`
    update live.streams set guest_id = ${guestId}, guest_state = case when ${guestId}::uuid is null then null else ${state} end where work_id = ${streamId}`)
}

/** For the show as it stands now: its words, its hour, and its recording. */
export async function consent(tx: Tx, { streamId, guestId, text }: { streamId: string; guestId: string; text: string }): Promise<void> {
  await tx.run(sql`
    insert into live.consents (stream_id, guest_id, text, agreed_at, scheduled_at, is_recorded, title, description)
    select s.work_id, ${guestId}, ${text}, ${tx.now}, coalesce(s.scheduled_at, s.created_at), exists (select from live.recordings r where r.stream_id = s.work_id), w.title, s.description
    from live.streams s join works.works w on w.id = s.work_id where s.work_id = ${streamId}`)
}

/** That they are asked for the hour that the show has now. False where they were before. */
export async function ask(tx: Tx, streamId: string, guestId: string): Promise<boolean> {
  const asked = await tx.maybe(sql`
    insert into live.invitations (stream_id, guest_id, scheduled_at, asked_at)
    select work_id, ${guestId}, coalesce(scheduled_at, created_at), ${tx.now} from live.streams where work_id = ${streamId}
    on conflict do nothing returning stream_id`)
  return asked !== undefined
}

/** They said no for the hour that the show has now. */
export async function heedNo(tx: Tx, streamId: string, guestId: string): Promise<void> {
  await tx.run(sql`
    update live.invitations i set no_at = greatest(${tx.now}::timestamptz, i.asked_at)
    from live.streams s where s.work_id = ${streamId} and i.stream_id = s.work_id and i.guest_id = ${guestId} and i.scheduled_at = coalesce(s.scheduled_at, s.created_at)`)
}

/** They thought better of each no that they said to this show. */
export async function forgetNo(tx: Tx, streamId: string, guestId: string): Promise<void> {
  await tx.run(sql`update live.invitations set no_at = null where stream_id = ${streamId} and guest_id = ${guestId} and no_at is not null`)
}

/** How often somebody said no to this show, and whether to the hour that it has now. */
export function refusals(db: Db, streamId: string, guestId: string): Promise<{ count: number; isForThisHour: boolean }> {
  return db.one<{ count: number; isForThisHour: boolean }>(sql`
    select count(*)::integer as count, coalesce(bool_or(i.scheduled_at = coalesce(s.scheduled_at, s.created_at)), false) as "isForThisHour"
    from live.invitations i join live.streams s on s.work_id = i.stream_id where i.stream_id = ${streamId} and i.guest_id = ${guestId} and i.no_at is not null`)
}

export async function endConsent(tx: Tx, streamId: string): Promise<void> {
  await tx.run(
    sql`update live.consents set ended_at = greatest(${tx.now}::timestamptz, agreed_at) where stream_id = ${streamId} and ended_at is null`,
  )
}

/** Whoever once agreed to be seen in this show and does not any more. */
export async function formerGuests(db: Db, streamId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct c.guest_id as id from live.consents c
    where c.stream_id = ${streamId} and not exists (select from live.consents n where n.stream_id = c.stream_id and n.guest_id = c.guest_id and n.ended_at is null)`)
  return rows.map(({ id }) => id)
}

/** What one of these two announced or shows, and names the other as its guest. */
export async function between(db: Db, one: string, other: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams
    where status in ('live', 'scheduled') and (performer_id = ${one} and guest_id = ${other} or performer_id = ${other} and guest_id = ${one})
    order by work_id`)
  return rows.map(({ id }) => id)
}

/** What is live with one of these on its stage as a guest. */
export async function onStagesOfOthers(db: Db, guestIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select work_id as id from live.streams where guest_id = any(${guestIds}::uuid[]) and guest_state = 'agreed' and status = 'live' order by work_id`)
  return rows.map(({ id }) => id)
}

export interface Invitation {
  streamId: string
  agreedAt: Date | null
}

/** What is announced or live and names this performer. */
export function invitationsOf(db: Db, guestId: string): Promise<Invitation[]> {
  return db.many<Invitation>(sql`
    select s.work_id as "streamId", c.agreed_at as "agreedAt"
    from live.streams s left join live.consents c on c.stream_id = s.work_id and c.guest_id = s.guest_id and c.ended_at is null
    where s.guest_id = ${guestId} and s.status in ('live', 'scheduled') order by (s.status = 'live') desc, s.scheduled_at, s.work_id limit 50`)
}
