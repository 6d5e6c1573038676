// Conversations as they are kept: their two people, the numbers of their changes, how far each side has read.
import { empty, pageOf, sql, type Count, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { isShownTo } from '#server/talk/messaging/message-queries.ts'

/** Which of the two somebody is in a conversation. */
export type Side = 'performer' | 'fan'

export interface Conversation {
  id: string
  performerId: string
  fanId: string
  lastChange: number
  lastMessageAt: Date | null
  lastOfPerformer: number
  lastOfFan: number
  readByPerformer: number
  readByFan: number
  /** How far the other one is told that it was read: not what was read behind a block. */
  toldReadByPerformer: number
  toldReadByFan: number
  fanWrote: boolean
  pinnedByPerformer: boolean
  pinnedByFan: boolean
  archivedByPerformer: boolean
  archivedByFan: boolean
  mutedByPerformer: boolean
  mutedByFan: boolean
  markedUnreadByPerformer: boolean
  markedUnreadByFan: boolean
  /** The fan does not want the performer's mass messages. */
  leftCampaigns: boolean
}

/** Of `c`. */
export const conversationColumns = sql`
  c.id, c.performer_id as "performerId", c.fan_id as "fanId", c.last_change as "lastChange", c.last_message_at as "lastMessageAt",
  c.last_of_performer as "lastOfPerformer", c.last_of_fan as "lastOfFan", c.read_by_performer as "readByPerformer", c.read_by_fan as "readByFan", c.told_read_by_performer as "toldReadByPerformer", c.told_read_by_fan as "toldReadByFan", c.fan_wrote as "fanWrote",
  c.pinned_by_performer_at is not null as "pinnedByPerformer", c.pinned_by_fan_at is not null as "pinnedByFan",
  c.archived_by_performer_at is not null as "archivedByPerformer", c.archived_by_fan_at is not null as "archivedByFan",
  c.muted_by_performer_at is not null as "mutedByPerformer", c.muted_by_fan_at is not null as "mutedByFan",
  c.marked_unread_by_performer_at is not null as "markedUnreadByPerformer", c.marked_unread_by_fan_at is not null as "markedUnreadByFan",
  c.left_campaigns_at is not null as "leftCampaigns"`

/** Each side's own columns. */
const sides = {
  performer: {
    id: sql`c.performer_id`,
    other: sql`c.fan_id`,
    readTo: sql`c.read_by_performer`,
    lastOfOther: sql`c.last_of_fan`,
    // What went to many would bury whoever waits for an answer.
    activeAt: sql`c.last_personal_at`,
    pinnedAt: sql`c.pinned_by_performer_at`,
    archivedAt: sql`c.archived_by_performer_at`,
    markedAt: sql`c.marked_unread_by_performer_at`,
  },
  fan: {
    id: sql`c.fan_id`,
    other: sql`c.performer_id`,
    readTo: sql`c.read_by_fan`,
    lastOfOther: sql`c.last_of_performer`,
    activeAt: sql`c.last_message_at`,
    pinnedAt: sql`c.pinned_by_fan_at`,
    archivedAt: sql`c.archived_by_fan_at`,
    markedAt: sql`c.marked_unread_by_fan_at`,
  },
} as const

/** The condition that there is something unread, or that its reader wants it to be: word for word that of the index. */
const isUnreadTo = ({ lastOfOther, readTo, markedAt }: (typeof sides)[Side]): Sql =>
  sql`(${lastOfOther} > ${readTo} or ${markedAt} is not null)`

/** Private ones, in no order. */
export function conversations(db: Db, ids: readonly string[]): Promise<Conversation[]> {
  return db.many<Conversation>(sql`
    select ${conversationColumns} from messaging.conversations c where c.id = any(${ids}) and c.kind = 'private' and c.fan_id is not null`)
}

export async function between(db: Db, performerId: string, fanId: string): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`
    select id from messaging.conversations where performer_id = ${performerId} and fan_id = ${fanId} and kind = 'private'`)
  return row?.id
}

/** Answers the one that is there already where somebody else was faster. */
export async function begin(tx: Tx, performerId: string, fanId: string): Promise<string> {
  await tx.run(sql`
    insert into messaging.conversations (kind, performer_id, fan_id, created_at) values ('private', ${performerId}, ${fanId}, ${tx.now})
    on conflict (performer_id, fan_id) where kind = 'private' do nothing`)
  const id = await between(tx, performerId, fanId)
  if (!id) throw new Error('a conversation that was begun is not there')
  return id
}

/** Locks a conversation, so that its next number is the caller's. */
export async function lock(tx: Tx, id: string): Promise<Conversation | undefined> {
  return tx.maybe<Conversation>(sql`
    select ${conversationColumns} from messaging.conversations c where c.id = ${id} and c.kind = 'private' and c.fan_id is not null for no key update`)
}

export type List = 'all' | 'unanswered' | 'subscribers' | 'followers' | 'archived' | 'pinned'

export interface Wanted {
  side: Side
  accountId: string
  /** A part of the other one's name or username, ready for `ilike`. */
  like?: string | undefined
  isUnread?: boolean | undefined
  list?: List | undefined
  /** One that is listed although it is not unread, or not unanswered, any more. */
  stays?: string | undefined
  /** A query of the ids of those fans whom it is about. */
  listed?: Sql | undefined
  /** The condition that fan and performer, as columns, are what the list says. */
  related?: ((fan: Sql, performer: Sql) => Sql) | undefined
}

/** An inbox is counted so far: who has more reads on, and does not go by pages. */
const mostConversations = 1000

/** The pinned ones first, then newest activity first: each part is read from an index, and no further than the page goes. */
export async function inbox(
  db: Db,
  { side, accountId, like, isUnread, list, stays, listed, related }: Wanted,
  page: { limit: number; offset: number },
): Promise<{ ids: string[] } & Count> {
  const own = sides[side]
  // Apart from the rest, which is read from an index.
  const waits = [
    ...(isUnread === undefined ? [] : [isUnread ? isUnreadTo(own) : sql`not ${isUnreadTo(own)}`]),
    ...(list === 'unanswered' ? [isUnanswered(side)] : []),
  ].reduce<Sql | undefined>((all, each) => (all ? sql`${all} and ${each}` : each), undefined)
  const asked = (which: Sql | undefined) => sql`
    from messaging.conversations c
    where c.kind = 'private' and ${own.id} = ${accountId} and ${own.activeAt} is not null
      and ${own.archivedAt} is ${list === 'archived' ? sql`not null` : sql`null`}
      ${which ? sql`and ${which}` : empty} ${list === 'pinned' ? sql`and ${own.pinnedAt} is not null` : empty}
      ${like === undefined ? empty : sql`and exists (select from accounts.accounts a where a.id = ${own.other} and (a.name ilike ${like} or a.username ilike ${like}))`}
      ${listed ? sql`and c.fan_id in (${listed})` : empty}
      ${related ? sql`and ${related(sql`c.fan_id`, sql`c.performer_id`)}` : empty}`
  const part = (isPinned: boolean, upTo: number) => sql`
    (select c.id, ${own.activeAt} as active_at, ${isPinned}::boolean as is_pinned ${asked(waits)} and ${own.pinnedAt} is ${isPinned ? sql`not null` : sql`null`}
      order by ${own.activeAt} desc, c.id desc limit ${upTo})`
  const staying = stays === undefined || !waits ? undefined : asked(sql`c.id = ${stays} and not (${waits})`)
  const { rows, ...count } = await pageOf<{ id: string }>(
    page,
    ({ limit, offset }) =>
      db.many<{ id: string }>(sql`
      select id from (${part(true, limit + offset)} ${list === 'pinned' ? empty : sql`union all ${part(false, limit + offset)}`}
        ${staying ? sql`union all select c.id, ${own.activeAt}, ${own.pinnedAt} is not null ${staying}` : empty}) parts
      order by is_pinned desc, active_at desc, id desc limit ${limit} offset ${offset}`),
    async () => {
      const { total } = await db.one<{ total: number }>(sql`
        select count(*)::integer as total from (
          (select ${asked(waits)} limit ${mostConversations + 1})
          ${staying ? sql`union all select ${staying}` : empty}) counted`)
      return total > mostConversations ? { total: mostConversations, totalIsCapped: true } : { total }
    },
  )
  return { ids: rows.map(({ id }) => id), total: count.total, ...(count.totalIsCapped && { totalIsCapped: true }) }
}

/**
 * The condition that the newest line of a conversation (c) is the other one's. Lines that went to many and lines of a rule answer nobody; a request and a tip
 * without words ask nothing.
 */
const isUnanswered = (side: Side): Sql => sql`
  (${sides[side].lastOfOther} > 0 and coalesce((
    select m.sender_id = ${sides[side].other} from messaging.messages m
    where m.conversation_id = c.id and m.deleted_at is null and m.arrived is not null and m.campaign_id is null and m.author = 'person'
      and m.type <> 'request' and (m.type <> 'tip' or m.text <> '')
    order by m.number desc limit 1), false))`

const mostUnanswered = 100

/** How many of a performer's newest thousand conversations wait for an answer, counted to a hundred: a look-up for each. */
export async function unansweredOf(db: Db, performerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from (
        select * from messaging.conversations c
        where c.kind = 'private' and c.performer_id = ${performerId} and c.last_personal_at is not null
        order by c.last_personal_at desc, c.id desc limit ${mostConversations}
      ) c where c.archived_by_performer_at is null and ${isUnanswered('performer')} limit ${mostUnanswered}) counted`)
  return count
}

const mostUnread = 100

/**
 * Of the hundred newest conversations with something unread: how much, counted to a hundred each. As the inbox shows them: an archived one comes back by what
 * is said to its reader alone; what goes to many and what a rule says leave it where it is, and count nowhere. One that its reader marked as unread counts as one.
 */
export async function unreadOf(db: Db, side: Side, accountId: string): Promise<number> {
  const own = sides[side]
  const { total } = await db.one<{ total: number }>(sql`
    select coalesce(sum(greatest(n.unread, case when c.is_marked then 1 else 0 end)), 0)::integer as total
    from (
      select c.id, ${own.readTo} as read_to, ${own.markedAt} is not null and ${own.activeAt} is not null as is_marked from messaging.conversations c
      where ${own.id} = ${accountId} and c.kind = 'private' and ${isUnreadTo(own)} and ${own.archivedAt} is null
      order by c.last_message_at desc, c.id desc limit 100
    ) c cross join lateral (${unread(sql`c.id`, sql`c.read_to`, sql`${accountId}`)}) n`)
  return total
}

/** What somebody has not read of a conversation: what came from the other one after the mark and still stands. */
const unread = (conversation: Sql, readTo: Sql, reader: Sql, those = empty): Sql => {
  const unreadBy = (when: Sql) => sql`
    select from messaging.messages m
    where m.conversation_id = ${conversation} and ${when} and m.sender_id <> ${reader}::uuid and m.deleted_at is null ${those}`
  return sql`
  select count(*)::integer as unread from (
    ${unreadBy(sql`m.number > ${readTo} and m.arrived = m.number`)}
    union all ${unreadBy(sql`m.arrived > ${readTo} and m.arrived <> m.number`)}
    limit ${mostUnread}) counted`
}

/**
 * The condition that somebody, as a column, has not read what was said in a conversation until an instant. With a limit each look stays a look-up, and
 * where all is read it looks no further than the conversation.
 */
export const isUnreadBy = (conversation: Sql, reader: Sql, until: Sql): Sql => sql`
  coalesce((
    select true from messaging.conversations c
      cross join lateral (select case when c.performer_id = ${reader} then c.read_by_performer else c.read_by_fan end as read_to) r
      join messaging.messages m on m.conversation_id = c.id
    where c.id = ${conversation} and case when c.performer_id = ${reader} then c.last_of_fan else c.last_of_performer end > r.read_to
      and m.sender_id <> ${reader} and m.deleted_at is null and m.created_at <= ${until} and m.arrived > r.read_to
    limit 1), false)`

export interface Waiting {
  conversationId: string
  readerId: string
  writerId: string
  unread: number
  latestAt: Date
  /** The number of the last of them, which names it. */
  number: number
  /** Mass messages, which their reader may not want to hear of. */
  isToMany: boolean
}

/**
 * Where something was said after a message and until a moment that its reader has not read since, unless they silenced or archived the conversation; and the last
 * message that was looked at. Messages lie in the order of their ids, so it costs what was said in between. It ends before the first one that is younger,
 * and before whatever somebody may still be writing: a commit does not keep the order of ids, and what is passed is never looked at again. What arrives
 * later than it was sent says so itself (`message.arrived`).
 */
export async function waitingSince(db: Db, after: string, until: Date): Promise<{ rows: Waiting[]; reached: string }> {
  const { before } = await db.one<{ before: string }>(firstUnfinished)
  const said = sql`
    select * from (
      select *, bool_or(created_at > ${until}) over (order by id) as is_later
      from (
        select * from messaging.messages where id > ${after} and id < ${before} and uuid_extract_version(id) = 7 order by id limit 5000
      ) next
    ) next where not is_later`
  const last = await db.maybe<{ id: string }>(sql`select id from (${said}) said order by id desc limit 1`)
  return { rows: await db.many<Waiting>(unreadAmong(said)), reached: last?.id ?? after }
}

/** Before every id that was made from an instant on, as a column of PostgreSQL's clock: a uuidv7 begins with the time, to the fraction of a millisecond. */
const firstIdAt = (at: Sql): Sql => sql`(
  select (lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000 * 4096 / 1000), 3, '0') || '8000000000000000')::uuid
  from (select floor(extract(epoch from ${at}) * 1000000)::bigint as us) instant)`

/** Before every id that was made in a transaction that is not over. One that hangs for an hour holds nobody up any longer. */
const firstUnfinished = sql`
  select ${firstIdAt(sql`greatest(coalesce(min(xact_start), statement_timestamp()), statement_timestamp() - interval '1 hour')`)} as before
  from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** The same of one message; none where it was read, or its reader silenced the conversation. */
export function waitingAt(db: Db, messageId: string): Promise<Waiting[]> {
  return db.many<Waiting>(unreadAmong(sql`select * from messaging.messages where id = ${messageId}`))
}

const unreadAmong = (said: Sql): Sql => sql`
  select said.conversation_id as "conversationId", r.reader_id as "readerId", said.sender_id as "writerId", n.unread, said.latest_at as "latestAt", said.number,
    said.is_to_many as "isToMany"
  from (
    select conversation_id, sender_id, campaign_id is not null as is_to_many, max(created_at) as latest_at, max(arrived) as number from (${said}) said
    -- A request tells of itself.
    where deleted_at is null and arrived is not null and type <> 'request' group by 1, 2, 3
  ) said
  join messaging.conversations c on c.id = said.conversation_id and c.kind = 'private'
  cross join lateral (
    select case when said.sender_id = c.performer_id then c.fan_id else c.performer_id end as reader_id,
      case when said.sender_id = c.performer_id then c.read_by_fan else c.read_by_performer end as read_to,
      case when said.sender_id = c.performer_id then c.muted_by_fan_at else c.muted_by_performer_at end as muted_at,
      case when said.sender_id = c.performer_id then c.archived_by_fan_at else c.archived_by_performer_at end as archived_at
  ) r
  cross join lateral (${unread(sql`c.id`, sql`r.read_to`, sql`r.reader_id`, sql`and (m.campaign_id is not null) = said.is_to_many`)}) n
  where r.muted_at is null and r.archived_at is null and said.number > r.read_to and n.unread > 0`

/** Of each of these conversations, as somebody's inbox shows it: the newest message, and how many are unread. */
export function outlines(
  db: Db,
  readerId: string,
  ids: readonly string[],
): Promise<{ conversationId: string; messageId: string | null; unread: number }[]> {
  return db.many<{ conversationId: string; messageId: string | null; unread: number }>(sql`
    select c.id as "conversationId", newest.id as "messageId", n.unread
    from messaging.conversations c
    left join lateral (
      select m.id from messaging.messages m where m.conversation_id = c.id and ${isShownTo(readerId, sql`c`)} order by m.number desc limit 1
    ) newest on true
    cross join lateral (${unread(sql`c.id`, sql`case when c.performer_id = ${readerId} then c.read_by_performer else c.read_by_fan end`, sql`${readerId}`)}) n
    where c.id = any(${ids})`)
}

/** Moves a side's mark forward. Undefined when it stands there already, or further. @param isTold the other one hears of it: no block is between the two */
export async function markRead(
  tx: Tx,
  { id }: Pick<Conversation, 'id'>,
  side: Side,
  readerId: string,
  { to, isTold }: { to: number; isTold: boolean },
): Promise<number | undefined> {
  const [mark, told] =
    side === 'performer' ? [sql`read_by_performer`, sql`told_read_by_performer`] : [sql`read_by_fan`, sql`told_read_by_fan`]
  const moved = await tx.maybe<{ change: number }>(sql`
    with moved as (
      update messaging.conversations set ${mark} = ${to}, last_change = last_change + 1${isTold ? sql`, ${told} = ${to}` : empty}
      where id = ${id} and ${mark} < ${to} and last_change >= ${to} returning last_change as change
    ), noted as (
      insert into messaging.reads (conversation_id, reader_id, read_to, read_at) select ${id}, ${readerId}, ${to}, ${tx.now} from moved where ${isTold}
    )
    select change from moved`)
  return moved?.change
}

export interface Arrangement {
  isPinned?: boolean | undefined
  isArchived?: boolean | undefined
  isMuted?: boolean | undefined
  isMarkedUnread?: boolean | undefined
  /** The fan's alone to say. */
  hearsCampaigns?: boolean | undefined
}

export async function arrange(
  tx: Tx,
  id: string,
  side: Side,
  { isPinned, isArchived, isMuted, isMarkedUnread, hearsCampaigns }: Arrangement,
): Promise<void> {
  const [pinned, archived, muted, marked] =
    side === 'performer'
      ? [sql`pinned_by_performer_at`, sql`archived_by_performer_at`, sql`muted_by_performer_at`, sql`marked_unread_by_performer_at`]
      : [sql`pinned_by_fan_at`, sql`archived_by_fan_at`, sql`muted_by_fan_at`, sql`marked_unread_by_fan_at`]
  const said = (column: Sql, is: boolean | undefined) => (is === undefined ? column : is ? sql`coalesce(${column}, ${tx.now})` : sql`null`)
  await tx.run(sql`
    update messaging.conversations set ${pinned} = ${said(pinned, isPinned)}, ${archived} = ${said(archived, isArchived)}, ${muted} = ${said(muted, isMuted)}, ${marked} = ${said(marked, isMarkedUnread)},
      left_campaigns_at = ${said(sql`left_campaigns_at`, hearsCampaigns === undefined ? undefined : !hearsCampaigns)}
    where id = ${id}`)
}

/** A query of the ids of all fans who do not want this performer's mass messages. */
export const leftCampaignIds = (performerId: string): Sql => sql`
  select fan_id as id from messaging.conversations where performer_id = ${performerId} and left_campaigns_at is not null`

/** The condition that a fan ever wrote to a performer, for queries that have both. */
export const wroteTo = (fan: Sql, performer: Sql): Sql => sql`
  coalesce((select c.fan_wrote from messaging.conversations c where c.performer_id = ${performer} and c.fan_id = ${fan} and c.kind = 'private' limit 1), false)`

/** Begins those of a performer's conversations with these fans that are not there yet. */
export async function beginWithMany(tx: Tx, performerId: string, fanIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into messaging.conversations (kind, performer_id, fan_id, created_at)
    select 'private', ${performerId}, fan_id, ${tx.now} from unnest(${fanIds}::uuid[]) as fan_id
    on conflict (performer_id, fan_id) where kind = 'private' do nothing`)
}
