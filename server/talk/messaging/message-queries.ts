// Messages as they are kept, each with the number that its conversation gave it.
import { countUpTo, empty, sql, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Message {
  id: string
  conversationId: string
  number: number
  change: number
  senderId: string
  clientId: string | null
  author: 'person' | 'automation'
  type: 'text' | 'tip'
  text: string
  amount: number
  transferId: string | null
  settled: 'earned' | 'returned' | null
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
  /** When the other one's mark passed it. */
  seenAt: Date | null
}

export const messageColumns = sql`
  m.id, m.conversation_id as "conversationId", m.number, m.change, m.sender_id as "senderId", m.client_id as "clientId", m.author, m.type, m.text,
  m.amount, m.transfer_id as "transferId", m.settled, m.created_at as "createdAt", m.edited_at as "editedAt", m.deleted_at as "deletedAt", m.deleted_by as "deletedBy",
  (select r.read_at from messaging.reads r where r.conversation_id = m.conversation_id and r.reader_id <> m.sender_id and r.read_to >= m.number
    order by r.read_to limit 1) as "seenAt"`

/** What one deleted oneself is gone from one's own list; what others deleted stays as a notice. */
export const isVisibleTo = (readerId: string): Sql =>
  sql`(m.deleted_by is null or m.sender_id <> ${readerId}::uuid or m.deleted_by <> ${readerId}::uuid)`

export function messages(db: Db, ids: readonly string[]): Promise<Message[]> {
  return db.many<Message>(sql`select ${messageColumns} from messaging.messages m where m.id = any(${ids})`)
}

/** The newest before a number, oldest first; and how many there are in all, up to a bound. */
export async function page(
  db: Db,
  conversationId: string,
  readerId: string,
  { limit, offset, before }: { limit: number; offset: number; before?: number | undefined },
): Promise<{ rows: Message[] } & Count> {
  const seen = sql`from messaging.messages m where m.conversation_id = ${conversationId} and ${isVisibleTo(readerId)}`
  const [rows, count] = await Promise.all([
    db.many<Message>(sql`
      select ${messageColumns} ${seen} ${before === undefined ? empty : sql`and m.number < ${before}`}
      order by m.number desc limit ${limit} offset ${offset}`),
    countUpTo(db, sql`select ${seen} order by m.number desc`),
  ])
  return { rows: rows.toReversed(), ...count }
}

/** What changed after a number, in the order of the changes. */
export function changedAfter(db: Db, conversationId: string, after: number, limit: number): Promise<Message[]> {
  return db.many<Message>(sql`
    select ${messageColumns} from messaging.messages m
    where m.conversation_id = ${conversationId} and m.change > ${after} order by m.change limit ${limit}`)
}

export interface New {
  conversationId: string
  senderId: string
  clientId: string | null
  /** Of what was sent under the client's name for it. */
  sentHash: Buffer | null
  type: 'text' | 'tip'
  text: string
  author: 'person' | 'automation'
}

export interface Written {
  id: string
  number: number
  /** It was there already, under the same name. */
  isKnown: boolean
  /** What was sent then was the same. */
  isSame: boolean
}

/**
 * Writes messages of many people at once, each with the next number of its conversation, in the order given. One that is there already under
 * its sender's name for it takes no number. Rows are locked in the order of ids, so that two such statements never wait for each other.
 */
export async function write(db: Db, list: readonly New[]): Promise<Written[]> {
  return db.many<Written>(sql`
    with sent as materialized (
      select s.*, uuidv7() as id
      from unnest(${list.map(({ conversationId }) => conversationId)}::uuid[], ${list.map(({ senderId }) => senderId)}::uuid[], ${list.map(({ clientId }) => clientId)}::text[],
        ${list.map(({ sentHash }) => sentHash)}::bytea[], ${list.map(({ type }) => type)}::text[], ${list.map(({ text }) => text)}::text[],
        ${list.map(({ author }) => author)}::text[]) with ordinality
        as s (conversation_id, sender_id, client_id, sent_hash, type, text, author, place)
    ), known as materialized (
      select s.place, m.id, m.number, m.sent_hash = s.sent_hash and m.conversation_id = s.conversation_id as is_same
      from sent s cross join lateral (
        select m.id, m.number, m.sent_hash, m.conversation_id from messaging.messages m where m.sender_id = s.sender_id and m.client_id = s.client_id limit 1
      ) m
    ), fresh as materialized (
      select s.*, row_number() over (partition by s.conversation_id order by s.place) as nth from sent s where not exists (select from known k where k.place = s.place)
    ), locked as materialized (
      select c.id, c.performer_id from messaging.conversations c where c.id = any(array(select conversation_id from fresh)) order by c.id for no key update
    ), tally as (
      select l.id, count(*) as count, max(f.nth) filter (where f.sender_id = l.performer_id) as by_performer, max(f.nth) filter (where f.sender_id <> l.performer_id) as by_fan
      from locked l join fresh f on f.conversation_id = l.id group by l.id
    ), moved as (
      update messaging.conversations c set last_change = c.last_change + t.count, last_message_at = greatest(c.last_message_at, ${db.now}),
        last_of_performer = coalesce(c.last_change + t.by_performer, c.last_of_performer), last_of_fan = coalesce(c.last_change + t.by_fan, c.last_of_fan), fan_wrote = c.fan_wrote or t.by_fan is not null,
        archived_by_performer_at = case when t.by_fan is null then c.archived_by_performer_at end,
        archived_by_fan_at = case when t.by_performer is null then c.archived_by_fan_at end
      from tally t where c.id = t.id returning c.id, c.last_change - t.count as base
    ), written as (
      insert into messaging.messages (id, conversation_id, number, change, sender_id, client_id, sent_hash, author, type, text, created_at)
      select f.id, f.conversation_id, v.base + f.nth, v.base + f.nth, f.sender_id, f.client_id, f.sent_hash, f.author, f.type, f.text, ${db.now}
      from fresh f join moved v on v.id = f.conversation_id order by f.place
      returning id, number
    )
    select coalesce(k.id, w.id) as id, coalesce(k.number, w.number) as number, k.id is not null as "isKnown", coalesce(k.is_same, true) as "isSame"
    from sent s left join known k on k.place = s.place left join written w on w.id = s.id
    where coalesce(k.id, w.id) is not null
    order by s.place`)
}

/** What was sent under this name before, if anything. */
export function sentAs(
  db: Db,
  senderId: string,
  clientId: string,
): Promise<{ id: string; conversationId: string; sentHash: Buffer } | undefined> {
  return db.maybe<{ id: string; conversationId: string; sentHash: Buffer }>(sql`
    select id, conversation_id as "conversationId", sent_hash as "sentHash" from messaging.messages
    where sender_id = ${senderId} and client_id = ${clientId} and sent_hash is not null`)
}

/** One that cost its sender something, in a conversation that the caller has locked, with the number that comes next. */
export async function writePaid(
  tx: Tx,
  { lastChange, ...to }: { id: string; performerId: string; lastChange: number },
  message: New & { id: string; amount: number; transferId: string },
): Promise<number> {
  const number = lastChange + 1
  const isPerformer = message.senderId === to.performerId
  await tx.run(sql`
    update messaging.conversations c set last_change = ${number}, last_message_at = greatest(c.last_message_at, ${tx.now}),
      last_of_performer = ${isPerformer ? sql`${number}::bigint` : sql`c.last_of_performer`}, last_of_fan = ${isPerformer ? sql`c.last_of_fan` : sql`${number}::bigint`}, fan_wrote = c.fan_wrote or ${!isPerformer},
      archived_by_performer_at = ${isPerformer ? sql`c.archived_by_performer_at` : sql`null`}, archived_by_fan_at = ${isPerformer ? sql`null` : sql`c.archived_by_fan_at`}
    where c.id = ${to.id}`)
  await tx.run(sql`
    insert into messaging.messages (id, conversation_id, number, change, sender_id, client_id, sent_hash, author, type, text, amount, transfer_id, created_at)
    values (${message.id}, ${to.id}, ${number}, ${number}, ${message.senderId}, ${message.clientId}, ${message.sentHash}, ${message.author}, ${message.type},
      ${message.text}, ${message.amount}, ${message.transferId}, ${tx.now})`)
  return number
}

/** A number for a change of a message that is there; the caller has locked the conversation. */
async function nextChange(tx: Tx, conversationId: string): Promise<number> {
  const { change } = await tx.one<{ change: number }>(sql`
    update messaging.conversations set last_change = last_change + 1 where id = ${conversationId} returning last_change as change`)
  return change
}

export async function rewrite(tx: Tx, { id, conversationId }: Pick<Message, 'id' | 'conversationId'>, text: string): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(sql`update messaging.messages set text = ${text}, edited_at = ${tx.now}, change = ${change} where id = ${id}`)
  return change
}

/** Deletes, and tells how far the newest messages of the two reach now. */
export async function markDeleted(tx: Tx, { id, conversationId }: Pick<Message, 'id' | 'conversationId'>, by: string): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(
    sql`update messaging.messages set deleted_at = ${tx.now}, deleted_by = ${by}, change = ${change} where id = ${id} and deleted_at is null`,
  )
  await tx.run(sql`
    update messaging.conversations c set
      last_of_performer = coalesce((select max(m.number) from messaging.messages m where m.conversation_id = c.id and m.sender_id = c.performer_id and m.deleted_at is null), 0),
      last_of_fan = coalesce((select max(m.number) from messaging.messages m where m.conversation_id = c.id and m.sender_id = c.fan_id and m.deleted_at is null), 0)
    where c.id = ${conversationId}`)
  return change
}

/** How the money of one that cost something ended. */
export async function settle(
  tx: Tx,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  settled: 'earned' | 'returned',
): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(sql`update messaging.messages set settled = ${settled}, change = ${change} where id = ${id}`)
  return change
}

/** What a fan paid to write in this conversation up to a number and is still held, in the order in which it was written; so many of them. */
export function heldUpTo(tx: Tx, conversationId: string, to: number, limit: number): Promise<Message[]> {
  return tx.many<Message>(sql`
    select ${messageColumns} from messaging.messages m
    where m.conversation_id = ${conversationId} and m.number <= ${to} and m.amount > 0 and m.type <> 'tip' and m.settled is null order by m.number limit ${limit}`)
}

/** The message that a transfer stands in. */
export function ofTransfer(db: Db, transferId: string): Promise<Pick<Message, 'id' | 'type'> | undefined> {
  return db.maybe<Pick<Message, 'id' | 'type'>>(sql`select id, type from messaging.messages where transfer_id = ${transferId}`)
}

/** Held since before that instant: the messages, oldest first. */
export async function heldSince(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from messaging.messages where amount > 0 and type <> 'tip' and settled is null and created_at < ${before} order by created_at, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Held between two people. */
export async function heldBetween(db: Db, one: string, other: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select m.id from messaging.conversations c join messaging.messages m on m.conversation_id = c.id
    where c.kind = 'private' and ((c.performer_id = ${one} and c.fan_id = ${other}) or (c.performer_id = ${other} and c.fan_id = ${one}))
      and m.amount > 0 and m.type <> 'tip' and m.settled is null`)
  return rows.map(({ id }) => id)
}
