// Messages as they are kept, each with the number that its conversation gave it.
import type { Reaction } from '#contract/talk/messaging.ts'
import { countUpTo, empty, sql, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type Medium = 'photo' | 'video' | 'audio'
export type Type = 'text' | 'tip' | 'request' | Medium

export interface Message {
  id: string
  conversationId: string
  number: number
  change: number
  senderId: string
  clientId: string | null
  author: 'person' | 'automation'
  /** It went to many: the mass message that it belongs to. */
  campaignId: string | null
  type: Type
  text: string
  /** What a performer sent with it. */
  workId: string | null
  /** The change from which the other one has it; null while it waits. */
  arrived: number | null
  /** The number of the one that it answers, in the same conversation. */
  replyTo: number | null
  /** Of the one to whom it was said. */
  reaction: Reaction | null
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

/** What was paid to write it lies between the two: neither earned nor given back. */
export function isHeld({ type, amount, transferId, settled }: Message): boolean {
  return type !== 'tip' && amount > 0 && transferId !== null && settled === null
}

export const messageColumns = sql`
  m.id, m.conversation_id as "conversationId", m.number, m.change, m.sender_id as "senderId", m.client_id as "clientId", m.author, m.campaign_id as "campaignId", m.type, m.text, m.work_id as "workId", m.arrived, m.reply_to as "replyTo", m.reaction,
  m.amount, m.transfer_id as "transferId", m.settled, m.created_at as "createdAt", m.edited_at as "editedAt", m.deleted_at as "deletedAt", m.deleted_by as "deletedBy",
  (select r.read_at from messaging.reads r where r.conversation_id = m.conversation_id and r.reader_id <> m.sender_id and r.read_to >= m.arrived
    order by r.read_to limit 1) as "seenAt"`

/** What one deleted oneself is gone from one's own list; what others deleted stays as a notice. What waits is there for its sender alone. */
const isVisibleTo = (readerId: string): Sql =>
  sql`(m.deleted_by is null or m.sender_id <> ${readerId}::uuid or m.deleted_by <> ${readerId}::uuid) and ${isThereFor(readerId)}`

const isThereFor = (readerId: string): Sql => sql`(m.arrived is not null or m.sender_id = ${readerId}::uuid)`

/** What an inbox shows, of a conversation under this name: the performer's own, only what was said to the fan alone or by them. It goes by the newest of it. */
export const isShownTo = (readerId: string, conversation: Sql): Sql =>
  sql`${isVisibleTo(readerId)} and (${conversation}.performer_id <> ${readerId}::uuid or (m.campaign_id is null and m.author = 'person'))`

export function messages(db: Db, ids: readonly string[]): Promise<Message[]> {
  return db.many<Message>(sql`select ${messageColumns} from messaging.messages m where m.id = any(${ids})`)
}

/** Those that these messages answer. */
export async function answeredBy(db: Db, answers: readonly Pick<Message, 'conversationId' | 'replyTo'>[]): Promise<Message[]> {
  const named = answers.filter(({ replyTo }) => replyTo !== null)
  if (named.length === 0) return []
  return db.many<Message>(sql`
    select ${messageColumns} from messaging.messages m
    where (m.conversation_id, m.number) in (
      select * from unnest(${named.map(({ conversationId }) => conversationId)}::uuid[], ${named.map(({ replyTo }) => replyTo)}::bigint[]))`)
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

/** A message with so many before it and so many behind it, in their order, whatever became of them. */
export function around(db: Db, { conversationId, number }: Pick<Message, 'conversationId' | 'number'>, each: number): Promise<Message[]> {
  return db.many<Message>(sql`
    select around.* from (
      (select ${messageColumns} from messaging.messages m
        where m.conversation_id = ${conversationId} and m.number <= ${number} order by m.number desc limit ${each + 1})
      union all
      (select ${messageColumns} from messaging.messages m
        where m.conversation_id = ${conversationId} and m.number > ${number} and m.arrived is not null order by m.number limit ${each})
    ) around order by around.number`)
}

/** What changed for this reader after a number, in the order of the changes. */
export function changedAfter(db: Db, conversationId: string, readerId: string, after: number, limit: number): Promise<Message[]> {
  return db.many<Message>(sql`
    select ${messageColumns} from messaging.messages m
    where m.conversation_id = ${conversationId} and m.change > ${after} and ${isThereFor(readerId)} order by m.change limit ${limit}`)
}

export interface New {
  conversationId: string
  senderId: string
  clientId: string | null
  /** Of what was sent under the client's name for it. */
  sentHash: Buffer | null
  type: Type
  text: string
  author: 'person' | 'automation'
  /** The number of the one that it answers. */
  replyTo: number | null
}

export interface Written {
  id: string
  number: number
  /** It was there already, under the same name. */
  isKnown: boolean
  /** What was sent then was the same. */
  isSame: boolean
  /** As it was just written, so that nobody asks for it; undefined for one that was there already. */
  message?: Message | undefined
}

/**
 * Writes messages of many people at once, each with the next number of its conversation, in the order given. One that is there already under
 * its sender's name for it takes no number. Rows are locked in the order of ids, so that two such statements never wait for each other.
 */
export async function write(db: Db, list: readonly New[]): Promise<Written[]> {
  const { now } = db
  const written = await db.many<Written>(sql`
    with sent as materialized (
      select s.*, uuidv7() as id
      from unnest(${list.map(({ conversationId }) => conversationId)}::uuid[], ${list.map(({ senderId }) => senderId)}::uuid[], ${list.map(({ clientId }) => clientId)}::text[],
        ${list.map(({ sentHash }) => sentHash)}::bytea[], ${list.map(({ type }) => type)}::text[], ${list.map(({ text }) => text)}::text[],
        ${list.map(({ author }) => author)}::text[], ${list.map(({ replyTo }) => replyTo)}::bigint[]) with ordinality
        as s (conversation_id, sender_id, client_id, sent_hash, type, text, author, reply_to, place)
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
      update messaging.conversations c set last_change = c.last_change + t.count, last_message_at = greatest(c.last_message_at, ${now}), last_personal_at = greatest(c.last_personal_at, ${now}),
        last_of_performer = coalesce(c.last_change + t.by_performer, c.last_of_performer), last_of_fan = coalesce(c.last_change + t.by_fan, c.last_of_fan), fan_wrote = c.fan_wrote or t.by_fan is not null,
        archived_by_performer_at = case when t.by_fan is null then c.archived_by_performer_at end,
        archived_by_fan_at = case when t.by_performer is null then c.archived_by_fan_at end
      from tally t where c.id = t.id returning c.id, c.last_change - t.count as base
    ), written as (
      insert into messaging.messages (id, conversation_id, number, change, arrived, sender_id, client_id, sent_hash, author, type, text, reply_to, created_at)
      select f.id, f.conversation_id, v.base + f.nth, v.base + f.nth, v.base + f.nth, f.sender_id, f.client_id, f.sent_hash, f.author, f.type, f.text, f.reply_to, ${now}
      from fresh f join moved v on v.id = f.conversation_id order by f.place
      returning id, number
    )
    select coalesce(k.id, w.id) as id, coalesce(k.number, w.number) as number, k.id is not null as "isKnown", coalesce(k.is_same, true) as "isSame"
    from sent s left join known k on k.place = s.place left join written w on w.id = s.id
    where coalesce(k.id, w.id) is not null
    order by s.place`)
  return written.map((row, place) => ({ ...row, message: row.isKnown ? undefined : asWritten(list[place], row, now) }))
}

function asWritten(sent: New | undefined, { id, number }: Written, createdAt: Date): Message | undefined {
  if (!sent) return undefined
  const { sentHash: _own, ...line } = sent
  const nothingYet = { campaignId: null, workId: null, transferId: null, settled: null, reaction: null, editedAt: null, deletedAt: null }
  return { ...line, ...nothingYet, id, number, change: number, arrived: number, amount: 0, deletedBy: null, seenAt: null, createdAt }
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

/** For what names a message before it is written. Asked under the conversation's lock, so that ids keep the order of numbers. */
export async function nextId(tx: Tx): Promise<string> {
  return (await tx.one<{ id: string }>(sql`select uuidv7() as id`)).id
}

interface Alone extends New {
  /** Of `nextId`. */
  id: string
  /** What it cost its sender, if anything, and by which transfer. */
  amount: number
  transferId: string | null
  /** What a performer sent with it, and whether the other one has it at once. */
  workId: string | null
  hasArrived: boolean
  /** What a fan sent with it. */
  fileIds: readonly string[]
  /** Whether a fan wrote by it, so that the performer may answer; true where it is not said. */
  isWriting?: boolean
}

/** One that is more than a line of text, in a conversation that the caller has locked, with the number that comes next. */
export async function writeAlone(
  tx: Tx,
  { lastChange, ...to }: { id: string; performerId: string; lastChange: number },
  message: Alone,
): Promise<number> {
  const number = lastChange + 1
  await tx.run(sql`
    update messaging.conversations c
    set last_change = ${number}, last_personal_at = greatest(c.last_personal_at, ${tx.now})${message.hasArrived ? sql`, ${said(tx, to, message, number, message.isWriting)}` : empty}
    where c.id = ${to.id}`)
  await tx.run(sql`
    insert into messaging.messages (id, conversation_id, number, change, arrived, sender_id, client_id, sent_hash, author, type, text, amount, transfer_id, work_id, reply_to, created_at)
    values (${message.id}, ${to.id}, ${number}, ${number}, ${message.hasArrived ? number : null}, ${message.senderId}, ${message.clientId}, ${message.sentHash}, ${message.author}, ${message.type},
      ${message.text}, ${message.amount}, ${message.transferId}, ${message.workId}, ${message.replyTo}, ${tx.now})`)
  if (message.fileIds.length > 0)
    await tx.run(sql`
      insert into messaging.message_files (message_id, file_id, position)
      select ${message.id}::uuid, file_id, position - 1 from unnest(${message.fileIds}::uuid[]) with ordinality as f (file_id, position)`)
  return number
}

/** What a conversation keeps of a message that reaches the other one. */
const said = (tx: Tx, to: { performerId: string }, { senderId }: Pick<Message, 'senderId'>, number: number, isWriting = true): Sql => {
  const side =
    senderId === to.performerId
      ? sql`last_of_performer = greatest(c.last_of_performer, ${number}::bigint), archived_by_fan_at = null`
      : sql`last_of_fan = greatest(c.last_of_fan, ${number}::bigint), fan_wrote = c.fan_wrote or ${isWriting}, archived_by_performer_at = null`
  return sql`last_message_at = greatest(c.last_message_at, ${tx.now}), ${side}`
}

/** From now on the other one has it, with the change that comes next; the caller has locked the conversation. In its sender's inbox it stands where it was said. */
export async function arrive(tx: Tx, to: { id: string; performerId: string }, message: Pick<Message, 'id' | 'senderId'>): Promise<number> {
  const change = await nextChange(tx, to.id)
  await tx.run(sql`update messaging.messages set arrived = ${change}, change = ${change} where id = ${message.id} and arrived is null`)
  await tx.run(sql`update messaging.conversations c set ${said(tx, to, message, change)} where c.id = ${to.id}`)
  return change
}

/** It is another than it was for who looks at it, by what stands elsewhere. */
export async function touch(tx: Tx, { id, conversationId }: Pick<Message, 'id' | 'conversationId'>): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(sql`update messaging.messages set change = ${change} where id = ${id}`)
  return change
}

/** Messages that stand and carry one of these works, or a file that a fan sent, in the order of their conversations. */
export async function carrying(db: Db, { workIds, fileId }: { workIds: readonly string[]; fileId: string | null }): Promise<string[]> {
  const rows = await db.many<{ id: string; conversationId: string }>(sql`
    select m.id, m.conversation_id as "conversationId" from messaging.messages m where m.work_id = any(${workIds}::uuid[]) and m.deleted_at is null
    union
    select m.id, m.conversation_id from messaging.message_files f join messaging.messages m on m.id = f.message_id
    where f.file_id = ${fileId}::uuid and m.deleted_at is null
    order by 2, 1`)
  return rows.map(({ id }) => id)
}

/** A fan's conversations, as a query of their ids: a hundred thousand may have been sent the same work, and one of them is asked about. */
const ofFan = (fanId: string): Sql =>
  sql`select c.id from messaging.conversations c where c.fan_id = ${fanId} and c.last_message_at is not null`

/** Of each of these works the first message in which it was sent to one fan, deleted or not. */
export function placesOf(
  db: Db,
  fanId: string,
  workIds: readonly string[],
): Promise<{ workId: string; id: string; conversationId: string }[]> {
  return db.many<{ workId: string; id: string; conversationId: string }>(sql`
    select w.id as "workId", m.id, m.conversation_id as "conversationId"
    from unnest(${workIds}::uuid[]) as w (id)
    cross join lateral (
      select m.id, m.conversation_id from messaging.messages m
      where m.work_id = w.id and m.conversation_id in (${ofFan(fanId)}) order by m.number limit 1
    ) m`)
}

export interface Place {
  workId: string
  conversationId: string
  /** Of what went to many, in each of their conversations. */
  campaignId: string | null
}

/** Of each of these works a message in which this performer sent it: it is the only one, but for what went to many. */
export function placesOfSent(db: Db, senderId: string, workIds: readonly string[]): Promise<Place[]> {
  return db.many<Place>(sql`
    select w.id as "workId", m."conversationId", m."campaignId"
    from unnest(${workIds}::uuid[]) as w (id)
    cross join lateral (
      select m.conversation_id as "conversationId", m.campaign_id as "campaignId" from messaging.messages m
      where m.work_id = w.id and m.sender_id = ${senderId} limit 1
    ) m`)
}

/** Those in which a work was sent to one fan. */
export async function sentTo(db: Db, fanId: string, workId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select m.id from messaging.messages m where m.work_id = ${workId} and m.conversation_id in (${ofFan(fanId)}) order by m.number`)
  return rows.map(({ id }) => id)
}

/** What fans sent with each of these messages, in their order. */
export function filesOf(db: Db, messageIds: readonly string[]): Promise<{ messageId: string; fileId: string }[]> {
  return db.many<{ messageId: string; fileId: string }>(sql`
    select message_id as "messageId", file_id as "fileId" from messaging.message_files where message_id = any(${messageIds}) order by message_id, position`)
}

/** Those of these works that reached somebody in a message that stands. */
export async function received(db: Db, readerId: string, workIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select w.id from unnest(${workIds}::uuid[]) as w (id)
    where exists (
      select from messaging.messages m where m.work_id = w.id and m.conversation_id in (${ofFan(readerId)}) and m.arrived is not null and m.deleted_at is null)`)
  return rows.map(({ id }) => id)
}

/** What fans uploaded before that instant and no message carries. */
export async function unsentFiles(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select f.id from files.files f join accounts.accounts a on a.id = f.owner_id
    where f.created_at < ${before} and f.purpose in ('photo', 'video', 'audio') and f.status in ('finished', 'error') and a.role = 'user'
      and not exists (select from messaging.message_files used where used.file_id = f.id)
    order by f.created_at, f.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Whether a fan's file stands in a message of one of somebody's own conversations. */
export async function isSentTo(db: Db, readerId: string, fileId: string): Promise<boolean> {
  const { isSent } = await db.one<{ isSent: boolean }>(sql`
    select exists (
      select from messaging.message_files f join messaging.messages m on m.id = f.message_id join messaging.conversations c on c.id = m.conversation_id
      where f.file_id = ${fileId} and m.deleted_at is null and ${readerId}::uuid in (c.performer_id, c.fan_id)
    ) as "isSent"`)
  return isSent
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

/** What the one to whom it was said makes of it; null takes it back. */
export async function react(
  tx: Tx,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  reaction: Reaction | null,
): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(sql`update messaging.messages set reaction = ${reaction}, change = ${change} where id = ${id}`)
  return change
}

/**
 * Deletes, and tells how far the newest messages of the two reach now. Where its sender's inbox showed it, it goes by the line before; the other one reads
 * there that it was deleted.
 */
export async function markDeleted(
  tx: Tx,
  { id, conversationId, number, senderId }: Pick<Message, 'id' | 'conversationId' | 'number' | 'senderId'>,
  by: string,
): Promise<number> {
  const change = await nextChange(tx, conversationId)
  await tx.run(
    sql`update messaging.messages set deleted_at = ${tx.now}, deleted_by = ${by}, change = ${change} where id = ${id} and deleted_at is null`,
  )
  await tx.run(sql`
    update messaging.conversations c set last_of_performer = ${newestOf(sql`c.performer_id`)}, last_of_fan = ${newestOf(sql`c.fan_id`)}
    where c.id = ${conversationId}`)
  if (by === senderId)
    await tx.run(sql`
      update messaging.conversations c
      set last_personal_at = case when c.performer_id = ${by} then shown.said_at else c.last_personal_at end,
        last_message_at = case when c.performer_id = ${by} then c.last_message_at else shown.said_at end
      from messaging.conversations same left join lateral (
        select m.number, m.created_at as said_at from messaging.messages m where m.conversation_id = same.id and ${isShownTo(by, sql`same`)} order by m.number desc limit 1
      ) shown on true
      where c.id = ${conversationId} and same.id = c.id and coalesce(shown.number, 0) < ${number}`)
  return change
}

/** Nearly all arrive at once: those come by the order of numbers, and the few that did not by an index of their own. */
const newestOf = (sender: Sql): Sql => sql`
  greatest(0,
    (select max(m.number) from messaging.messages m where m.conversation_id = c.id and m.sender_id = ${sender} and m.deleted_at is null and m.arrived = m.number),
    (select max(m.arrived) from messaging.messages m where m.conversation_id = c.id and m.sender_id = ${sender} and m.deleted_at is null and m.arrived <> m.number))`

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

/** What somebody paid to write, or is paid to read, and nobody has read yet. */
export async function countHeldOf(db: Db, accountId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from messaging.conversations c join messaging.messages m on m.conversation_id = c.id
    where c.kind = 'private' and (c.performer_id = ${accountId} or c.fan_id = ${accountId}) and m.amount > 0 and m.type <> 'tip' and m.settled is null`)
  return count
}

/** Lines of somebody that carry files of their own. */
export function withOwnFiles(db: Db, senderId: string): Promise<Message[]> {
  return db.many<Message>(sql`
    select ${messageColumns} from messaging.messages m
    where m.sender_id = ${senderId} and exists (select from messaging.message_files f where f.message_id = m.id) order by m.id`)
}

export async function dropFiles(tx: Tx, messageId: string): Promise<void> {
  await tx.run(sql`delete from messaging.message_files where message_id = ${messageId}`)
}

export interface OwnLine {
  conversationId: string
  /** The other one of two; none in the room of a stream. */
  toId: string | null
  at: Date
  type: Type
  text: string
  editedAt: Date | null
}

/** In which conversations somebody may have written: between two, and in rooms. In an order that stays. */
export async function spokeIn(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select c.id from messaging.conversations c
    where (c.kind = 'private' and (c.performer_id = ${accountId} or c.fan_id = ${accountId}))
      or (c.kind <> 'private' and (c.performer_id = ${accountId} or exists (
        select from messaging.room_people p where p.conversation_id = c.id and p.account_id = ${accountId})))
    order by c.id`)
  return rows.map(({ id }) => id)
}

/** What somebody wrote there and did not delete, after this number. */
export function ownLines(
  db: Db,
  senderId: string,
  conversationId: string,
  after: number,
  limit: number,
): Promise<(OwnLine & { number: number })[]> {
  return db.many<OwnLine & { number: number }>(sql`
    select m.number, m.conversation_id as "conversationId", case when c.fan_id = m.sender_id then c.performer_id else c.fan_id end as "toId",
      m.created_at as at, m.type, m.text, m.edited_at as "editedAt"
    from messaging.messages m join messaging.conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.number > ${after} and m.sender_id = ${senderId} and m.author = 'person' and m.deleted_at is null
    order by m.number limit ${limit}`)
}
