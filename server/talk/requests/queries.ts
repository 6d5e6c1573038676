// Custom requests as they are kept. Their words stand in their lines (messaging).
import { daysToQuote, type RequestList, type RequestState } from '#contract/talk/request-names.ts'
import { empty, listed, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export interface Request {
  id: string
  conversationId: string
  messageId: string
  performerId: string
  fanId: string
  /** Hundredths of a token. */
  budget: number | null
  state: RequestState
  price: number | null
  days: number | null
  note: string
  quotedAt: Date | null
  acceptedAt: Date | null
  dueAt: Date | null
  transferId: string | null
  deliveryId: string | null
  refusedAt: Date | null
  saleId: string | null
  deliveredAt: Date | null
  createdAt: Date
  changedAt: Date
}

const columns = sql`
  r.id, r.conversation_id as "conversationId", r.message_id as "messageId", r.performer_id as "performerId", r.fan_id as "fanId", r.budget, r.state, r.price, r.days, r.note,
  r.quoted_at as "quotedAt", r.accepted_at as "acceptedAt", r.due_at as "dueAt", r.transfer_id as "transferId", r.delivery_id as "deliveryId", r.refused_at as "refusedAt",
  r.sale_id as "saleId", r.delivered_at as "deliveredAt", r.created_at as "createdAt", r.changed_at as "changedAt"`

const isOpen = sql`r.state in ('asked', 'quoted', 'accepted')`

export function find(db: Db, id: string): Promise<Request | undefined> {
  return db.maybe<Request>(sql`select ${columns} from requests.requests r where r.id = ${id}`)
}

/** Once its conversation is locked. */
export function lock(tx: Tx, id: string): Promise<Request | undefined> {
  return tx.maybe<Request>(sql`select ${columns} from requests.requests r where r.id = ${id} for no key update`)
}

export function ofMessages(db: Db, messageIds: readonly string[]): Promise<Request[]> {
  return db.many<Request>(sql`select ${columns} from requests.requests r where r.message_id = any(${messageIds})`)
}

/** The one that a message delivers, while it waits for that. */
export function deliveredBy(db: Db, messageId: string): Promise<Pick<Request, 'id' | 'conversationId'> | undefined> {
  return db.maybe<Pick<Request, 'id' | 'conversationId'>>(sql`
    select id, conversation_id as "conversationId" from requests.requests where delivery_id = ${messageId} and state = 'accepted'`)
}

/** The one that a transfer holds for, or that it bought. */
export function ofTransfer(db: Db, transferId: string): Promise<Pick<Request, 'id' | 'conversationId'> | undefined> {
  return db.maybe<Pick<Request, 'id' | 'conversationId'>>(sql`
    select id, conversation_id as "conversationId" from requests.requests where transfer_id = ${transferId} or sale_id = ${transferId}`)
}

export async function openBetween(db: Db, performerId: string, fanId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from requests.requests r where r.performer_id = ${performerId} and r.fan_id = ${fanId} and ${isOpen}`)
  return count
}

/** How many one fan asked one performer for since then, whatever became of them. */
export async function askedSince(db: Db, performerId: string, fanId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from requests.requests r where r.performer_id = ${performerId} and r.fan_id = ${fanId} and r.created_at > ${since}`)
  return count
}

/** How many a performer is to quote or to deliver, and still can. */
export async function toDoOf(db: Db, performerId: string): Promise<number> {
  const { now } = db
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from requests.requests r
    where r.performer_id = ${performerId} and ((r.state = 'asked' and r.created_at > ${now}::timestamptz - make_interval(days => ${daysToQuote})) or (r.state = 'accepted' and r.delivery_id is null and r.due_at > ${now}))`)
  return count
}

export async function insert(
  tx: Tx,
  request: Pick<Request, 'conversationId' | 'messageId' | 'performerId' | 'fanId' | 'budget'>,
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into requests.requests (conversation_id, message_id, performer_id, fan_id, budget, state, created_at, changed_at)
    values (${request.conversationId}, ${request.messageId}, ${request.performerId}, ${request.fanId}, ${request.budget}, 'asked', ${tx.now}, ${tx.now}) returning id`)
  return id
}

export async function quote(tx: Tx, id: string, { price, days, note }: { price: number; days: number; note: string }): Promise<void> {
  await tx.run(sql`
    update requests.requests set state = 'quoted', price = ${price}, days = ${days}, note = ${note}, quoted_at = ${tx.now}, changed_at = ${tx.now} where id = ${id}`)
}

export async function accept(tx: Tx, id: string, { dueAt, transferId }: { dueAt: Date; transferId: string }): Promise<void> {
  await tx.run(sql`
    update requests.requests set state = 'accepted', accepted_at = ${tx.now}, due_at = ${dueAt}, transfer_id = ${transferId}, changed_at = ${tx.now} where id = ${id}`)
}

export async function setDelivery(tx: Tx, id: string, messageId: string): Promise<void> {
  await tx.run(sql`update requests.requests set delivery_id = ${messageId}, refused_at = null, changed_at = ${tx.now} where id = ${id}`)
}

export async function dropDelivery(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update requests.requests set delivery_id = null, changed_at = ${tx.now} where id = ${id}`)
}

/** Refused: it may be sent again until then at least. */
export async function refuseDelivery(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.run(sql`
    update requests.requests set delivery_id = null, refused_at = ${tx.now}, due_at = greatest(due_at, ${until}), changed_at = ${tx.now} where id = ${id}`)
}

export async function deliver(tx: Tx, id: string, saleId: string): Promise<void> {
  await tx.run(sql`
    update requests.requests set state = 'delivered', sale_id = ${saleId}, delivered_at = ${tx.now}, changed_at = ${tx.now} where id = ${id}`)
}

export async function end(
  tx: Tx,
  id: string,
  { state, by, note }: { state: RequestState; by: string | null; note: string | undefined },
): Promise<void> {
  await tx.run(sql`
    update requests.requests set state = ${state}, note = coalesce(${note ?? null}, note), ended_at = ${tx.now}, ended_by = ${by}, changed_at = ${tx.now}
    where id = ${id}`)
}

/** What ran out before now, so many of each: nobody quoted, nobody accepted, nobody delivered. */
export async function ranOut(db: Db, { asked, quoted, limit }: { asked: Date; quoted: Date; limit: number }): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    (select id from requests.requests where state = 'asked' and created_at <= ${asked} order by created_at limit ${limit})
    union all (select id from requests.requests where state = 'quoted' and quoted_at <= ${quoted} order by quoted_at limit ${limit})
    union all (select id from requests.requests where state = 'accepted' and delivery_id is null and due_at <= ${db.now} order by due_at limit ${limit})`)
  return rows.map(({ id }) => id)
}

/** The messages that deliver something and wait. */
export async function waiting(db: Db, after: string | null, limit: number): Promise<{ id: string; messageId: string; fanId: string }[]> {
  return db.many<{ id: string; messageId: string; fanId: string }>(sql`
    select id, delivery_id as "messageId", fan_id as "fanId" from requests.requests
    where state = 'accepted' and delivery_id is not null and (${after}::uuid is null or id > ${after}) order by id limit ${limit}`)
}

/** What is open between two people, either way round. */
export async function openOfTwo(db: Db, one: string, other: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select r.id from requests.requests r
    where ((r.performer_id = ${one} and r.fan_id = ${other}) or (r.performer_id = ${other} and r.fan_id = ${one})) and ${isOpen} order by r.id`)
  return rows.map(({ id }) => id)
}

export async function openOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select r.id from requests.requests r where (r.performer_id = ${accountId} or r.fan_id = ${accountId}) and ${isOpen} order by r.id`)
  return rows.map(({ id }) => id)
}

const inList: Readonly<Record<RequestList, Sql>> = {
  open: sql`and ${isOpen}`,
  delivered: sql`and r.state = 'delivered'`,
  ended: sql`and r.state in ('declined', 'withdrawn', 'expired', 'overdue', 'refunded')`,
}

/** Somebody's own with their words. What is open comes first, what is due next before the others. */
export async function list(
  db: Db,
  side: 'performer' | 'fan',
  accountId: string,
  { status, ...page }: { status: RequestList | undefined; limit: number; offset: number },
): Promise<{ rows: (Request & { text: string })[]; total: number }> {
  return listed<Request & { text: string }>(
    db,
    page,
    (total, window) => sql`
    select ${columns}, case when m.deleted_at is null then m.text else '' end as text, ${total}
    from requests.requests r join messaging.messages m on m.id = r.message_id
    where ${side === 'performer' ? sql`r.performer_id` : sql`r.fan_id`} = ${accountId} ${status ? inList[status] : empty}
    order by ${isOpen} desc, case when r.state = 'accepted' then r.due_at end nulls last, r.changed_at desc, r.id desc ${window}`,
  )
}

export async function textOf(db: Db, messageId: string): Promise<string> {
  const row = await db.maybe<{ text: string }>(sql`select text from messaging.messages where id = ${messageId} and deleted_at is null`)
  return row?.text ?? ''
}

/** What a maker noted on them. */
export async function blankNotes(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`update requests.requests set note = '' where (performer_id = ${accountId} or fan_id = ${accountId}) and note <> ''`)
}
