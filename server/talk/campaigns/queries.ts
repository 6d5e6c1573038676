import type { Campaign, Segment } from '#contract/talk/campaigns.ts'
import { empty, listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface Row {
  id: string
  performerId: string
  text: string
  /** What goes with the words. */
  workId: string | null
  segment: Segment
  state: Campaign['state']
  goesAt: Date
  counted: number
  /** How far the walk has come. */
  reached: string | null
  sent: number
  unsent: number
  opened: number
  createdAt: Date
  sentAt: Date | null
  unsentAt: Date | null
}

const columns = sql`
  id, performer_id as "performerId", text, work_id as "workId", segment, state, goes_at as "goesAt", counted, reached, sent, unsent, opened,
  created_at as "createdAt", sent_at as "sentAt", unsent_at as "unsentAt"`

export function list(
  db: Db,
  performerId: string,
  { status, ...page }: { status?: Campaign['state'] | undefined; limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  return listed<Row>(
    db,
    page,
    (total, window) => sql`
    select ${columns}, ${total} from campaigns.campaigns
    where performer_id = ${performerId} ${status === undefined ? empty : sql`and state = ${status}`} order by goes_at desc, id desc ${window}`,
  )
}

export function find(db: Db, id: string): Promise<Row | undefined> {
  return db.maybe<Row>(sql`select ${columns} from campaigns.campaigns where id = ${id}`)
}

/** Its walk and its creator take turns. */
export function hold(tx: Tx, id: string): Promise<Row | undefined> {
  return tx.maybe<Row>(sql`select ${columns} from campaigns.campaigns where id = ${id} for no key update`)
}

/** Whoever accepts one waits for whoever accepts another of the same performer's: two at once count each other. */
export async function lock(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`campaigns ${performerId}`}, 0))`)
}

export type Accepted = Pick<Row, 'text' | 'workId' | 'segment' | 'goesAt' | 'counted' | 'state'>

export async function insert(tx: Tx, performerId: string, { text, workId, segment, goesAt, counted, state }: Accepted): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into campaigns.campaigns (performer_id, text, work_id, segment, state, goes_at, counted, created_at)
    values (${performerId}, ${text}, ${workId}, ${JSON.stringify(segment)}, ${state}, ${goesAt}, ${counted}, ${tx.now}) returning id`)
  return id
}

export async function change(tx: Tx, id: string, { text, workId, segment, goesAt, counted, state }: Accepted): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns
    set text = ${text}, work_id = ${workId}, segment = ${JSON.stringify(segment)}, goes_at = ${goesAt}, counted = ${counted}, state = ${state} where id = ${id}`)
}

/** When a performer's others go out or went, between these two instants. */
export async function goingBetween(db: Db, performerId: string, from: Date, until: Date, except: string | undefined): Promise<Date[]> {
  const rows = await db.many<{ at: Date }>(sql`
    select goes_at as at from campaigns.campaigns
    where performer_id = ${performerId} and goes_at > ${from} and goes_at < ${until} and state <> 'cancelled'
      and id is distinct from ${except ?? null}::uuid`)
  return rows.map(({ at }) => at)
}

export async function setState(tx: Tx, id: string, state: 'sending' | 'cancelled'): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set state = ${state} where id = ${id}`)
}

/** It goes out to so many. */
export async function beginSending(tx: Tx, id: string, counted: number): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set state = 'sending', counted = ${counted} where id = ${id}`)
}

export async function beginUnsending(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set state = 'unsending', reached = null where id = ${id}`)
}

export async function moveOn(tx: Tx, id: string, moved: { reached: string; sent?: number; unsent?: number }): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set reached = ${moved.reached}, sent = sent + ${moved.sent ?? 0}, unsent = unsent + ${moved.unsent ?? 0}
    where id = ${id}`)
}

export async function endSending(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set state = 'sent', sent_at = ${tx.now} where id = ${id}`)
}

export async function endUnsending(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set state = 'unsent', unsent_at = ${tx.now} where id = ${id}`)
}

/** Those whose time has come. */
export async function due(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from campaigns.campaigns where state = 'scheduled' and goes_at <= ${db.now} order by goes_at, id`)
  return rows.map(({ id }) => id)
}

export async function underWay(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`select id from campaigns.campaigns where state in ('sending', 'unsending') order by id`)
  return rows.map(({ id }) => id)
}

/** Those of the last days to more than so many. */
export async function sentLately(db: Db, { since, toMoreThan }: { since: Date; toMoreThan: number }): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from campaigns.campaigns where sent_at is not null and sent_at > ${since} and sent > ${toMoreThan} order by id`)
  return rows.map(({ id }) => id)
}

export async function noteOpened(tx: Tx, id: string, opened: number): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set opened = ${opened}, opened_at = ${tx.now} where id = ${id}`)
}

/** What was said to many stays where it arrived; here no word of it is left. */
export async function blank(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`update campaigns.campaigns set text = '-' where performer_id = ${performerId} and text <> ''`)
}
