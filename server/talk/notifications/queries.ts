// What stands in the centre, and how it comes to stand there.
import type { NoticeKind } from '#contract/talk/notice-names.ts'
import { listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { isUnreadBy, type Waiting } from '#server/talk/messaging/messaging.ts'
import type { NoticeEvent } from '#server/talk/notifications/events.ts'

export interface Row {
  id: string
  accountId: string
  kind: NoticeKind
  event: NoticeEvent
  actorId: string | null
  subjectKind: 'work' | 'conversation' | 'order' | 'payout' | 'report' | null
  subjectId: string | null
  count: number
  amount: number
  until: Date | null
  latestAt: Date
  isRead: boolean
}

/** What was read in a conversation needs no second reading here. */
const isUnread = (): Sql => sql`
  (n.read_at is null and (n.event not in ('message', 'campaign') or ${isUnreadBy(sql`n.subject_id`, sql`n.account_id`, sql`n.latest_at`)}))`

export const columns = sql`
  n.id, n.account_id as "accountId", n.kind, n.event, n.actor_id as "actorId", n.subject_kind as "subjectKind", n.subject_id as "subjectId", n.count, n.amount, n.until,
  n.latest_at as "latestAt", not ${isUnread()} as "isRead"`

/** @param hidden a query of the ids of those whom this reader must not see */
const shown = (db: Db, accountId: string, hidden: Sql): Sql => sql`
  from notifications.notices n
  where n.account_id = ${accountId} and n.expires_at > ${db.now} and (n.actor_id is null or n.actor_id not in (${hidden}))
    and not exists (select from notifications.preferences p where p.account_id = n.account_id and p.kind = n.kind and not p.in_app)`

export function page(
  db: Db,
  { accountId, hidden, isUnread: unread }: { accountId: string; hidden: Sql; isUnread: boolean | undefined },
  window: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const wanted = unread === undefined ? sql`true` : unread ? isUnread() : sql`not ${isUnread()}`
  return listed<Row>(
    db,
    window,
    (total, part) => sql`
    select ${columns}, ${total} ${shown(db, accountId, hidden)} and ${wanted} order by n.latest_at desc, n.id desc ${part}`,
  )
}

const mostUnread = 100

export async function countUnread(db: Db, accountId: string, hidden: Sql): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*)::integer as total from (
      select ${shown(db, accountId, hidden)} and n.read_at is null and ${isUnread()} limit ${mostUnread}) counted`)
  return total
}

export async function markRead(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update notifications.notices set read_at = ${tx.now}, push_due_at = null, mail_due_at = null
    where account_id = ${accountId} and id = any(${ids}::uuid[]) and read_at is null`)
}

export async function markReadUntil(tx: Tx, accountId: string, to: Date): Promise<void> {
  await tx.run(sql`
    update notifications.notices set read_at = ${tx.now}, push_due_at = null, mail_due_at = null
    where account_id = ${accountId} and latest_at <= ${to} and read_at is null`)
}

/** Everybody's, of a history that is told: the demo town. */
export async function readUntil(tx: Tx, to: Date): Promise<void> {
  await tx.run(sql`
    update notifications.notices set read_at = ${tx.now}, push_due_at = null, mail_due_at = null where latest_at <= ${to} and read_at is null`)
}

/** What is told, apart from whom. */
export interface Told {
  kind: NoticeKind
  event: NoticeEvent
  topic: string
  actorId: string | null
  subjectKind: Row['subjectKind']
  subjectId: string | null
  amount: number
  until: Date | null
  at: Date
  expiresAt: Date
  /** It takes the place of what is unread about the same, and is not counted with it. */
  replaces: boolean
}

/** When each reader hears of it besides; `again` where they heard of the same a short while ago. */
export interface Due {
  accountId: string
  mailAt: Date | null
  mailAgainAt: Date | null
  pushAt: Date | null
  pushAgainAt: Date | null
}

/** Answers whose list changed: who heard of this source before is passed over. */
export async function insert(tx: Tx, source: string, told: Told, readers: readonly Due[]): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    with reader as (
      select * from unnest(${readers.map(({ accountId }) => accountId)}::uuid[], ${readers.map(({ mailAt }) => mailAt)}::timestamptz[],
        ${readers.map(({ mailAgainAt }) => mailAgainAt)}::timestamptz[], ${readers.map(({ pushAt }) => pushAt)}::timestamptz[],
        ${readers.map(({ pushAgainAt }) => pushAgainAt)}::timestamptz[]) as reader (account_id, mail_at, mail_again_at, push_at, push_again_at)
    ), fresh as (
      insert into notifications.heard (account_id, source, heard_at) select account_id, ${source}, ${tx.now} from reader
      on conflict do nothing returning account_id
    )
    insert into notifications.notices as n (account_id, kind, event, topic, actor_id, subject_kind, subject_id, amount, until, created_at, latest_at,
      expires_at, mail_due_at, push_due_at)
    select account_id, ${told.kind}, ${told.event}, ${told.topic}, ${told.actorId}::uuid, ${told.subjectKind}, ${told.subjectId}::uuid, ${told.amount}::bigint,
      ${told.until}::timestamptz, ${told.at}::timestamptz, ${told.at}::timestamptz, ${told.expiresAt}::timestamptz,
      case when again.is then mail_again_at else mail_at end, case when again.is then push_again_at else push_at end
    from fresh join reader using (account_id)
      cross join lateral (
        select exists (select from notifications.notices b where b.account_id = reader.account_id and b.topic = ${told.topic} and b.read_at is null) as is
      ) again
    order by account_id
    on conflict (account_id, topic) where read_at is null do update set
      event = excluded.event, actor_id = excluded.actor_id, subject_kind = excluded.subject_kind, subject_id = excluded.subject_id,
      count = case when ${told.replaces} then excluded.count else n.count + excluded.count end,
      amount = case when ${told.replaces} then excluded.amount else n.amount + excluded.amount end,
      until = excluded.until, latest_at = greatest(n.latest_at, excluded.latest_at), expires_at = greatest(n.expires_at, excluded.expires_at),
      mail_due_at = coalesce(n.mail_due_at, excluded.mail_due_at), push_due_at = coalesce(n.push_due_at, excluded.push_due_at)
    returning n.account_id as id`)
  return rows.map(({ id }) => id)
}

/** So long after a fact nobody announces it again. */
export async function forgetOld(tx: Tx): Promise<void> {
  await tx.run(sql`delete from notifications.heard where heard_at < ${tx.now}::timestamptz - interval '90 days'`)
  await tx.run(sql`delete from notifications.notices where expires_at < ${tx.now}::timestamptz`)
}

/** Conversations with something unread; each is one notice that says how much. */
export async function insertMessages(
  tx: Tx,
  kind: 'message' | 'campaign',
  waiting: readonly (Waiting & Omit<Due, 'accountId'>)[],
  expiresAt: Date,
): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`
    insert into notifications.notices as n (account_id, kind, event, topic, actor_id, subject_kind, subject_id, count, created_at, latest_at, expires_at, mail_due_at, push_due_at)
    select w.reader_id, ${kind}::text, ${kind}::text, ${`${kind} `} || w.conversation_id, w.writer_id, 'conversation', w.conversation_id, w.unread, w.latest_at, w.latest_at,
      ${expiresAt}::timestamptz, w.mail_at, w.push_at
    from unnest(${waiting.map(({ readerId }) => readerId)}::uuid[], ${waiting.map(({ writerId }) => writerId)}::uuid[],
      ${waiting.map(({ conversationId }) => conversationId)}::uuid[], ${waiting.map(({ unread }) => unread)}::integer[],
      ${waiting.map(({ latestAt }) => latestAt)}::timestamptz[], ${waiting.map(({ mailAt }) => mailAt)}::timestamptz[],
      ${waiting.map(({ pushAt }) => pushAt)}::timestamptz[])
      as w (reader_id, writer_id, conversation_id, unread, latest_at, mail_at, push_at)
    order by 1, 4
    on conflict (account_id, topic) where read_at is null do update set
      count = excluded.count, actor_id = excluded.actor_id, latest_at = greatest(n.latest_at, excluded.latest_at),
      expires_at = excluded.expires_at, mail_due_at = coalesce(n.mail_due_at, excluded.mail_due_at), push_due_at = coalesce(n.push_due_at, excluded.push_due_at)
    returning n.account_id as id`)
  return rows.map(({ id }) => id)
}

/** What somebody was told, how they wished to hear of it, and on which devices. */
export async function forgetReader(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from notifications.devices where account_id = ${accountId}`)
  await tx.run(sql`delete from notifications.notices where account_id = ${accountId}`)
  await tx.run(sql`delete from notifications.heard where account_id = ${accountId}`)
  await tx.run(sql`delete from notifications.preferences where account_id = ${accountId}`)
  await tx.run(sql`delete from notifications.readers where account_id = ${accountId}`)
}
