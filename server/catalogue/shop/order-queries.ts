import type { Standing } from '#server/money/wallet/wallet.ts'
import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Type } from '#server/catalogue/shop/queries.ts'

export type Status = 'created' | 'processing' | 'shipping' | 'delivered' | 'cancelled' | 'refunded'

export interface Order {
  id: string
  number: number
  workId: string
  buyerId: string
  sellerId: string
  type: Type
  title: string
  quantity: number
  unitPrice: number
  totalPrice: number
  status: Status
  sealedAddress: Buffer | null
  buyerNote: string
  carrier: string
  shippingCode: string
  sellerNote: string
  transferId: string
  releaseId: string | null
  endedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const columns = sql`
  id, number, work_id as "workId", buyer_id as "buyerId", seller_id as "sellerId", type, title, quantity, unit_price as "unitPrice", total_price as "totalPrice",
  status, sealed_address as "sealedAddress", buyer_note as "buyerNote", carrier, shipping_code as "shippingCode", seller_note as "sellerNote",
  transfer_id as "transferId", release_id as "releaseId", ended_at as "endedAt", created_at as "createdAt", updated_at as "updatedAt"`

/** Known before it is paid: the payment names it, and its address is sealed together with it. */
export async function newId(db: Db): Promise<string> {
  return (await db.one<{ id: string }>(sql`select uuidv7() as id`)).id
}

export type NewOrder = Pick<
  Order,
  'id' | 'workId' | 'buyerId' | 'sellerId' | 'type' | 'title' | 'quantity' | 'unitPrice' | 'sealedAddress' | 'buyerNote' | 'transferId'
> & { status: 'created' | 'delivered'; country: string | null }

export async function insert(tx: Tx, order: NewOrder): Promise<void> {
  const endedAt = order.status === 'delivered' ? tx.now : null
  await tx.run(sql`
    insert into shop.orders (id, work_id, buyer_id, seller_id, type, title, quantity, unit_price, total_price, status, sealed_address, country, buyer_note,
      transfer_id, delivered_at, ended_at, created_at, updated_at)
    values (${order.id}, ${order.workId}, ${order.buyerId}, ${order.sellerId}, ${order.type}, ${order.title}, ${order.quantity}, ${order.unitPrice},
      ${order.unitPrice * order.quantity}, ${order.status}, ${order.sealedAddress}, ${order.country}, ${order.buyerNote}, ${order.transferId}, ${endedAt},
      ${endedAt}, ${tx.now}, ${tx.now})`)
}

export function orders(db: Db, ids: readonly string[]): Promise<Order[]> {
  return db.many(sql`select ${columns} from shop.orders where id = any(${ids})`)
}

/** What was ordered, by the order's id: buyer and seller may be told its name. */
export async function titlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows =
    ids.length > 0
      ? await db.many<{ id: string; title: string }>(sql`select id, title from shop.orders where id = any(${ids}::uuid[])`)
      : []
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** By whoever moves an order: two who decide at once decide one after the other. */
export function lock(tx: Tx, id: string): Promise<Order | undefined> {
  return tx.maybe(sql`select ${columns} from shop.orders where id = ${id} for update`)
}

export function ofTransfer(db: Db, transferId: string): Promise<Order | undefined> {
  return db.maybe(sql`select ${columns} from shop.orders where transfer_id = ${transferId} or release_id = ${transferId}`)
}

/** What is over has an end, and keeps the first: the seller's look at the address runs out from there. */
export async function setStatus(tx: Tx, id: string, status: Status, releaseId?: string): Promise<void> {
  const isOver = status === 'delivered' || status === 'cancelled' || status === 'refunded'
  await tx.run(sql`
    update shop.orders set status = ${status}, updated_at = ${tx.now}, release_id = coalesce(${releaseId ?? null}, release_id),
      delivered_at = case when ${status}::text = 'delivered' then ${tx.now}::timestamptz else delivered_at end,
      ended_at = case when ${isOver}::boolean then coalesce(ended_at, ${tx.now}::timestamptz) end
    where id = ${id}`)
}

export async function setParcel(tx: Tx, id: string, parcel: { carrier: string; shippingCode: string; sellerNote: string }): Promise<void> {
  await tx.run(sql`
    update shop.orders set carrier = ${parcel.carrier}, shipping_code = ${parcel.shippingCode}, seller_note = ${parcel.sellerNote}, updated_at = ${tx.now}
    where id = ${id}`)
}

export async function setAddress(tx: Tx, id: string, sealedAddress: Buffer, country: string): Promise<void> {
  await tx.run(sql`update shop.orders set sealed_address = ${sealedAddress}, country = ${country}, updated_at = ${tx.now} where id = ${id}`)
}

/** A seller's orders that are paid and not sent. By index orders_to_send. */
export function toSend(db: Db, sellerId: string): Promise<{ count: number; oldestAt: Date | null }> {
  return db.one(sql`
    select count(*) as count, min(created_at) as "oldestAt" from shop.orders where seller_id = ${sellerId} and status in ('created', 'processing')`)
}

export interface Step {
  orderId: string
  status: Status
  byId: string | null
  note: string
  createdAt: Date
}

export async function addStep(tx: Tx, step: Omit<Step, 'createdAt'>): Promise<void> {
  await tx.run(sql`
    insert into shop.order_steps (order_id, status, by_id, note, created_at) values (${step.orderId}, ${step.status}, ${step.byId}, ${step.note}, ${tx.now})`)
}

export function steps(db: Db, orderIds: readonly string[]): Promise<Step[]> {
  return db.many(sql`
    select order_id as "orderId", status, by_id as "byId", note, created_at as "createdAt"
    from shop.order_steps where order_id = any(${orderIds}) order by created_at, id`)
}

export interface Filter {
  status?: Status | undefined
  /** A number, or a part of a title or of the other side's name. */
  text?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  sortBy?: 'createdAt' | 'totalPrice' | undefined
  isRising: boolean
  limit: number
  offset: number
}

/** The orders of one side, newest first. */
export async function search(
  db: Db,
  side: 'buyer' | 'seller',
  personId: string,
  { status, text, from, until, sortBy, isRising, limit, offset }: Filter,
): Promise<{ ids: string[]; total: number }> {
  const [own, other] = side === 'buyer' ? [sql`o.buyer_id`, sql`o.seller_id`] : [sql`o.seller_id`, sql`o.buyer_id`]
  const column = sortBy === 'totalPrice' ? sql`o.total_price` : sql`o.created_at`
  const direction = isRising ? sql`asc` : sql`desc`
  const wanted = text?.trim().replace(/^#/, '').toLowerCase() ?? null
  const { rows, total: all } = await listed<{ id: string }>(
    db,
    { limit, offset },
    (total, window) => sql`
    select o.id, ${total} from shop.orders o join accounts.accounts a on a.id = ${other}
    where ${own} = ${personId}
      and (${status ?? null}::text is null or o.status = ${status ?? null})
      and (${from ?? null}::timestamptz is null or o.created_at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or o.created_at < ${until ?? null})
      and (${wanted}::text is null or o.number::text = ${wanted} or position(${wanted} in lower(o.title)) > 0
        or position(${wanted} in lower(a.name)) > 0 or position(${wanted} in a.username) > 0)
    order by ${column} ${direction}, o.id ${direction} ${window}`,
  )
  return { ids: rows.map(({ id }) => id), total: all }
}

const isUncancelled = sql`status not in ('cancelled', 'refunded')`

/** Whether anybody ever ordered it: orders say what they are of. */
export async function wasOrdered(db: Db, workId: string): Promise<boolean> {
  return (await db.maybe(sql`select 1 from shop.orders where work_id = ${workId} limit 1`)) !== undefined
}

/** How many pieces of each of these works this buyer's orders have that were not cancelled or refunded. */
export async function uncancelledPieces(db: Db, buyerId: string, workIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ workId: string; pieces: number }>(sql`
    select work_id as "workId", sum(quantity) as pieces from shop.orders
    where work_id = any(${workIds}) and buyer_id = ${buyerId} and ${isUncancelled} group by work_id`)
  return new Map(rows.map(({ workId, pieces }) => [workId, pieces]))
}

/** How many pieces of each of these works were sold and not given back. */
export async function piecesSold(db: Db, workIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many<{ workId: string; pieces: number }>(sql`
    select work_id as "workId", sum(quantity) as pieces from shop.orders where work_id = any(${workIds}) and ${isUncancelled} group by work_id`)
  return new Map(rows.map(({ workId, pieces }) => [workId, pieces]))
}

/** The newest order of this buyer for this work that was not cancelled or refunded. */
export function newestUncancelled(db: Db, buyerId: string, workId: string): Promise<Order | undefined> {
  return db.maybe(sql`
    select ${columns} from shop.orders where work_id = ${workId} and buyer_id = ${buyerId} and ${isUncancelled} order by created_at desc, id desc limit 1`)
}

/** Paid, not accepted, and older than that. */
export async function unaccepted(db: Db, before: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from shop.orders where status = 'created' and created_at <= ${before} order by created_at limit 500`)
  return rows.map(({ id }) => id)
}

/** Of this product, paid and not delivered. */
export async function underWayOf(db: Db, workId: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from shop.orders where work_id = ${workId} and status in ('created', 'processing', 'shipping') order by created_at`)
  return rows.map(({ id }) => id)
}

/** Of each of these products what was paid for orders under way, and by how many. */
export async function paidUnderWay(db: Db, workIds: readonly string[]): Promise<Map<string, Standing>> {
  if (workIds.length === 0) return new Map()
  const rows = await db.many<Standing & { workId: string }>(sql`
    select work_id as "workId", count(distinct buyer_id) as people, sum(total_price)::bigint as amount from shop.orders
    where work_id = any(${workIds}) and status in ('created', 'processing', 'shipping') group by work_id`)
  return new Map(rows.map(({ workId, ...of }) => [workId, of]))
}

/** Forgets where orders that ended before then were sent to. */
export function wipeAddresses(tx: Tx, before: Date): Promise<number> {
  return tx.run(sql`update shop.orders set sealed_address = null where ended_at < ${before} and sealed_address is not null`)
}

/** What somebody bought, and what they sold, that has not arrived yet. */
export function underWay(db: Db, accountId: string): Promise<{ bought: number; sold: number }> {
  return db.one<{ bought: number; sold: number }>(sql`
    select (select count(*) from shop.orders where buyer_id = ${accountId} and status in ('created', 'processing', 'shipping')) as bought,
      (select count(*) from shop.orders where seller_id = ${accountId} and status in ('created', 'processing', 'shipping')) as sold`)
}

/** Where it went and what its buyer wrote: of all that is over. */
export async function forgetBuyer(tx: Tx, buyerId: string): Promise<void> {
  await tx.run(sql`
    update shop.orders set sealed_address = null, buyer_note = '' where buyer_id = ${buyerId} and (ended_at is not null or type = 'digital')
      and (sealed_address is not null or buyer_note <> '')`)
}

export async function orderedAmong(db: Db, workIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`select distinct work_id as id from shop.orders where work_id = any(${workIds}::uuid[])`)
  return rows.map(({ id }) => id)
}
