import * as earnings from '#server/money/earnings/earnings.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import { empty, listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { wroteTo } from '#server/talk/messaging/messaging.ts'

export interface List {
  id: string
  name: string
  totalMembers: number
  createdAt: Date
}

/** Whoever makes one waits for whoever makes another of the same performer's: two at once count each other. */
export async function lock(tx: Tx, performerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`fans ${performerId}`}, 0))`)
}

/** Those that stand, by name. */
export function lists(db: Db, performerId: string): Promise<List[]> {
  return db.many<List>(sql`
    select l.id, l.name, (select count(*)::integer from fans.members m where m.list_id = l.id) as "totalMembers", l.created_at as "createdAt"
    from fans.lists l where l.performer_id = ${performerId} and l.deleted_at is null order by lower(l.name), l.id`)
}

export function insert(tx: Tx, performerId: string, name: string): Promise<List> {
  return tx.one<List>(sql`
    insert into fans.lists (performer_id, name, created_at) values (${performerId}, ${name}, ${tx.now})
    returning id, name, 0 as "totalMembers", created_at as "createdAt"`)
}

export async function rename(tx: Tx, id: string, name: string): Promise<void> {
  await tx.run(sql`update fans.lists set name = ${name} where id = ${id}`)
}

export function remove(tx: Tx, performerId: string, id: string): Promise<number> {
  return tx.run(sql`
    update fans.lists set deleted_at = ${tx.now} where id = ${id} and performer_id = ${performerId} and deleted_at is null`)
}

export interface Order {
  sortBy?: 'spent' | undefined
  sort?: 'asc' | 'desc' | undefined
}

export interface Member {
  fanId: string
  addedAt: Date
}

export function members(
  db: Db,
  { listId, performerId, like, sortBy, sort }: { listId: string; performerId: string; like: string | undefined } & Order,
  page: { limit: number; offset: number },
): Promise<{ rows: Member[]; total: number }> {
  const isBySpent = sortBy === 'spent'
  return listed<Member>(
    db,
    page,
    (total, window) => sql`
    select m.fan_id as "fanId", m.added_at as "addedAt", ${total}
    from fans.members m join accounts.accounts a on a.id = m.fan_id
      ${isBySpent ? sql`left join (${earnings.spenders(performerId)}) as s on s.id = m.fan_id` : empty}
    where m.list_id = ${listId} ${like === undefined ? empty : sql`and (a.name ilike ${like} or a.username ilike ${like})`}
    order by ${isBySpent ? sql`coalesce(s.amount, 0) ${sort === 'asc' ? sql`asc` : sql`desc`},` : empty} m.added_at desc, m.fan_id ${window}`,
  )
}

/** The condition that a fan has to do with a performer: follows, subscribed once, bought, or wrote. */
const isKnown = (fan: Sql, performer: Sql): Sql => sql`
  (${isFollowing(fan, performer)} or ${subscriptions.hasSubscribed(fan, performer)} or ${wroteTo(fan, performer)} or ${earnings.hasSpent(fan, performer)})`

/** A query of the ids of all on a list who still have to do with its performer. */
export const memberIds = (listId: string): Sql => sql`
  select m.fan_id as id from fans.members m join fans.lists l on l.id = m.list_id
  where m.list_id = ${listId} and ${isKnown(sql`m.fan_id`, sql`l.performer_id`)}`

/** Those of these who are there, have to do with this performer, and are hidden by no block. */
export async function knownAmong(db: Db, performerId: string, fanIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select a.id from accounts.accounts a
    where a.id = any(${fanIds}::uuid[]) and a.role = 'user' and a.state = 'active' and a.id not in (${blocks.blockedEitherWay(performerId)})
      and ${isKnown(sql`a.id`, sql`${performerId}::uuid`)}`)
  return rows.map(({ id }) => id)
}

export async function add(tx: Tx, listId: string, fanIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into fans.members (list_id, fan_id, added_at) select ${listId}, fan_id, ${tx.now} from unnest(${fanIds}::uuid[]) as fan_id
    on conflict do nothing`)
}

export async function takeOff(tx: Tx, listId: string, fanId: string): Promise<void> {
  await tx.run(sql`delete from fans.members where list_id = ${listId} and fan_id = ${fanId}`)
}

export async function note(tx: Tx, performerId: string, fanId: string, text: string): Promise<void> {
  await tx.run(sql`
    insert into fans.notes (performer_id, fan_id, text, written_at) values (${performerId}, ${fanId}, ${text}, ${tx.now})
    on conflict (performer_id, fan_id) do update set text = excluded.text, written_at = excluded.written_at`)
}

export async function dropNote(tx: Tx, performerId: string, fanId: string): Promise<void> {
  await tx.run(sql`delete from fans.notes where performer_id = ${performerId} and fan_id = ${fanId}`)
}

export function keptOf(db: Db, performerId: string, fanId: string): Promise<{ note: string; listIds: string[] }> {
  return db.one<{ note: string; listIds: string[] }>(sql`
    select coalesce((select text from fans.notes where performer_id = ${performerId} and fan_id = ${fanId}), '') as note,
      array(select m.list_id from fans.lists l join fans.members m on m.list_id = l.id
        where l.performer_id = ${performerId} and l.deleted_at is null and m.fan_id = ${fanId} order by lower(l.name), l.id)::text[] as "listIds"`)
}

export async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from fans.notes where fan_id = ${accountId} or performer_id = ${accountId}`)
  await tx.run(sql`
    delete from fans.members where fan_id = ${accountId} or list_id in (select id from fans.lists where performer_id = ${accountId})`)
  await tx.run(sql`delete from fans.lists where performer_id = ${accountId}`)
}
