// Rooms as they are kept.
import type { ChatAudience } from '#contract/talk/rooms.ts'
import { countUpTo, empty, sql, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { messageColumns, type Message } from '#server/talk/messaging/message-queries.ts'

export interface Room {
  id: string
  streamId: string
  performerId: string
  name: string
  isActive: boolean
  chatAudience: ChatAudience
  slowModeSeconds: number
  pinnedMessageId: string | null
  clearedTo: number
  lastChange: number
}

const columns = sql`
  c.id, r.stream_id as "streamId", c.performer_id as "performerId", r.name, r.is_active as "isActive", r.chat_audience as "chatAudience",
  r.slow_mode_seconds as "slowModeSeconds", r.pinned_message_id as "pinnedMessageId", r.cleared_to as "clearedTo", c.last_change as "lastChange"`

export function rooms(db: Db, ids: readonly string[]): Promise<Room[]> {
  return db.many<Room>(sql`
    select ${columns} from messaging.rooms r join messaging.conversations c on c.id = r.conversation_id where r.conversation_id = any(${ids})`)
}

/** Each of these rooms, and whether this reader is muted in it. */
export async function seenBy(
  db: Db,
  asked: readonly { id: string; accountId: string | undefined }[],
): Promise<((Room & { isMuted: boolean }) | undefined)[]> {
  const rows = await db.many<Room & { isMuted: boolean; place: number }>(sql`
    select ${columns}, a.place,
      exists (select from messaging.room_people p where p.conversation_id = a.id and p.account_id = a.account_id and p.muted_at is not null) as "isMuted"
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ accountId }) => accountId ?? null)}::uuid[]) with ordinality as a (id, account_id, place)
    join messaging.rooms r on r.conversation_id = a.id join messaging.conversations c on c.id = r.conversation_id`)
  const found = new Map(rows.map(({ place, ...room }) => [place, room]))
  return asked.map((_each, nth) => found.get(nth + 1))
}

export async function ofStream(db: Db, streamId: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`select conversation_id as id from messaging.rooms where stream_id = ${streamId}`)
  return row?.id
}

/** By stream. */
export async function ofStreams(db: Db, streamIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (streamIds.length === 0) return new Map()
  const rows = await db.many<{ streamId: string; id: string }>(sql`
    select stream_id as "streamId", conversation_id as id from messaging.rooms where stream_id = any(${streamIds}::uuid[])`)
  return new Map(rows.map(({ streamId, id }) => [streamId, id]))
}

/** Answers the one that is there already where somebody else was faster. */
export async function open(tx: Tx, performerId: string, streamId: string): Promise<string> {
  // One opens it at a time, so that no conversation is left without a room.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('messaging.room ' || ${streamId}, 0))`)
  const before = await ofStream(tx, streamId)
  if (before) return before
  const { id } = await tx.one<{ id: string }>(sql`
    insert into messaging.conversations (kind, performer_id, created_at) values ('room', ${performerId}, ${tx.now}) returning id`)
  await tx.run(sql`insert into messaging.rooms (conversation_id, stream_id) values (${id}, ${streamId})`)
  return id
}

/** Takes the room's next change; whoever has it is alone until the end of their transaction. */
export async function nextChange(tx: Tx, id: string): Promise<number> {
  const { change } = await tx.one<{ change: number }>(sql`
    update messaging.conversations set last_change = last_change + 1 where id = ${id} and kind = 'room' returning last_change as change`)
  return change
}

export interface Change {
  name?: string | undefined
  isActive?: boolean | undefined
  chatAudience?: ChatAudience | undefined
  slowModeSeconds?: number | undefined
  pinnedMessageId?: string | null | undefined
}

export async function update(tx: Tx, room: Room, change: Change): Promise<void> {
  const { name, isActive, chatAudience, slowModeSeconds, pinnedMessageId } = { ...room, ...said(change) }
  await tx.run(sql`
    update messaging.rooms set name = ${name}, is_active = ${isActive}, chat_audience = ${chatAudience}, slow_mode_seconds = ${slowModeSeconds},
      pinned_message_id = ${pinnedMessageId}
    where conversation_id = ${room.id}`)
}

const said = (change: Change): Partial<Room> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Room>

/** Those who are muted in it from now on, and nobody else. */
export async function mute(tx: Tx, id: string, accountIds: readonly string[], by: string): Promise<void> {
  await tx.run(sql`
    update messaging.room_people set muted_at = null, muted_by = null
    where conversation_id = ${id} and muted_at is not null and account_id <> all(${accountIds}::uuid[])`)
  await addMuted(tx, id, accountIds, by)
}

export const muteOne = (tx: Tx, id: string, accountId: string, by: string): Promise<void> => addMuted(tx, id, [accountId], by)

export async function unmuteOne(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.run(sql`
    update messaging.room_people set muted_at = null, muted_by = null where conversation_id = ${id} and account_id = ${accountId} and muted_at is not null`)
}

async function addMuted(tx: Tx, id: string, accountIds: readonly string[], by: string): Promise<void> {
  await tx.run(sql`
    insert into messaging.room_people (conversation_id, account_id, muted_at, muted_by)
    select ${id}, a.id, ${tx.now}, ${by} from accounts.accounts a where a.id = any(${accountIds}::uuid[])
    on conflict (conversation_id, account_id) do update set muted_at = coalesce(room_people.muted_at, excluded.muted_at), muted_by = coalesce(room_people.muted_by, excluded.muted_by)`)
}

export async function mutedIn(db: Db, id: string): Promise<string[]> {
  const rows = await db.many<{ accountId: string }>(sql`
    select account_id as "accountId" from messaging.room_people where conversation_id = ${id} and muted_at is not null order by muted_at, account_id`)
  return rows.map(({ accountId }) => accountId)
}

/** Takes somebody's turn in slow mode. When it is not theirs yet: how many milliseconds are left. */
export async function takeTurn(db: Db, id: string, accountId: string, slowModeSeconds: number): Promise<number> {
  const since = new Date(db.now.getTime() - slowModeSeconds * 1000)
  const taken = await db.maybe<{ accountId: string }>(sql`
    insert into messaging.room_people (conversation_id, account_id, last_said_at) values (${id}, ${accountId}, ${db.now})
    on conflict (conversation_id, account_id) do update set last_said_at = excluded.last_said_at
      where room_people.last_said_at is null or room_people.last_said_at <= ${since}
    returning account_id as "accountId"`)
  if (taken) return 0
  const last = await db.maybe<{ lastSaidAt: Date | null }>(sql`
    select last_said_at as "lastSaidAt" from messaging.room_people where conversation_id = ${id} and account_id = ${accountId}`)
  return Math.max(1, (last?.lastSaidAt?.getTime() ?? 0) + slowModeSeconds * 1000 - db.now.getTime())
}

export interface RoomTip {
  messageId: string
  isAnonymous: boolean
  menuItem: string | null
}

/** How the tips among these lines read. */
export async function tipsOf(db: Db, messageIds: readonly string[]): Promise<ReadonlyMap<string, RoomTip>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db.many<RoomTip>(sql`
    select message_id as "messageId", is_anonymous as "isAnonymous", menu_item as "menuItem" from messaging.room_tips where message_id = any(${messageIds}::uuid[])`)
  return new Map(rows.map((tip) => [tip.messageId, tip]))
}

export interface NewTip {
  tipperId: string
  transferId: string
  /** Hundredths of a token. */
  amount: number
  text: string
  isAnonymous: boolean
  menuItem: string | null
}

/** A tip as a line of its own, with the room's next change. Nothing where its transfer stands there already. */
export async function writeTip(
  tx: Tx,
  roomId: string,
  { tipperId, transferId, amount, text, isAnonymous, menuItem }: NewTip,
): Promise<string | undefined> {
  const number = await nextChange(tx, roomId)
  const written = await tx.maybe<{ id: string }>(sql`
    insert into messaging.messages (conversation_id, number, change, arrived, sender_id, author, type, text, amount, transfer_id, created_at)
    select ${roomId}, ${number}, ${number}, ${number}, ${tipperId}, 'person', 'tip', ${text}, ${amount}, ${transferId}, ${tx.now}
    where not exists (select from messaging.messages where transfer_id = ${transferId})
    returning id`)
  if (!written) return undefined
  await tx.run(sql`
    insert into messaging.room_tips (message_id, is_anonymous, menu_item) values (${written.id}, ${isAnonymous}, ${menuItem})`)
  return written.id
}

/**
 * The newest before a number, oldest first, without what was cleared away; and how many there are, up to a bound.
 * @param hidden a query of the ids of those whose lines are left out, but for what they gave without a name
 */
export async function lines(
  db: Db,
  { id, clearedTo }: Pick<Room, 'id' | 'clearedTo'>,
  { limit, offset, before, hidden }: { limit: number; offset: number; before?: number | undefined; hidden?: Sql | undefined },
): Promise<{ rows: Message[] } & Count> {
  const standing = sql`from messaging.messages m where m.conversation_id = ${id} and m.number > ${clearedTo}
    ${hidden ? sql`and (m.sender_id not in (${hidden}) or exists (select from messaging.room_tips t where t.message_id = m.id and t.is_anonymous))` : empty}`
  const [rows, count] = await Promise.all([
    db.many<Message>(sql`
      select ${messageColumns} ${standing} ${before === undefined ? empty : sql`and m.number < ${before}`}
      order by m.number desc limit ${limit} offset ${offset}`),
    countUpTo(db, sql`select ${standing} order by m.number desc`),
  ])
  return { rows: rows.toReversed(), ...count }
}

/** What changed after a number, in the order of the changes. */
export function changedAfter(db: Db, id: string, after: number, limit: number): Promise<Message[]> {
  return db.many<Message>(sql`
    select ${messageColumns} from messaging.messages m where m.conversation_id = ${id} and m.change > ${after} order by m.change limit ${limit}`)
}

/** Clears away all that was said until now. */
export async function clear(tx: Tx, id: string): Promise<number> {
  const change = await nextChange(tx, id)
  await tx.run(sql`update messaging.rooms set cleared_to = ${change}, pinned_message_id = null where conversation_id = ${id}`)
  return change
}

/** One line, deleted; everybody reads that it was. */
export async function deleteLine(tx: Tx, roomId: string, messageId: string, by: string): Promise<number> {
  const change = await nextChange(tx, roomId)
  await tx.run(sql`
    update messaging.messages set deleted_at = ${tx.now}, deleted_by = ${by}, change = ${change} where id = ${messageId} and deleted_at is null`)
  await tx.run(sql`
    update messaging.rooms set pinned_message_id = null where conversation_id = ${roomId} and pinned_message_id = ${messageId}`)
  return change
}

/** Of streams that nobody bought, of a creator who is gone. */
export async function blank(tx: Tx, streamIds: readonly string[]): Promise<void> {
  await tx.run(sql`update messaging.rooms set name = '' where stream_id = any(${streamIds}::uuid[]) and name <> ''`)
}
