// The shop's products: the half of a work that is goods. Orders are in order-queries.ts.
import { empty, sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

export type Type = 'physical' | 'digital'

export interface Goods {
  workId: string
  type: Type
  description: string
  /** Null: as many as are asked for. */
  stock: number | null
  shippingNote: string
}

const columns = sql`work_id as "workId", type, description, stock, shipping_note as "shippingNote"`

export function goods(db: Db, workIds: readonly string[]): Promise<Goods[]> {
  return db.many(sql`select ${columns} from shop.products where work_id = any(${workIds})`)
}

/** Pieces that come back meanwhile wait: what the seller writes over was read after them. */
export function lock(tx: Tx, workId: string): Promise<Goods | undefined> {
  return tx.maybe(sql`select ${columns} from shop.products where work_id = ${workId} for update`)
}

export async function insert(tx: Tx, { workId, type, description, stock, shippingNote }: Goods): Promise<void> {
  await tx.run(sql`
    insert into shop.products (work_id, type, description, stock, shipping_note) values (${workId}, ${type}, ${description}, ${stock}, ${shippingNote})`)
}

export async function update(tx: Tx, { workId, type, description, stock, shippingNote }: Goods): Promise<void> {
  await tx.run(sql`
    update shop.products set type = ${type}, description = ${description}, stock = ${stock}, shipping_note = ${shippingNote} where work_id = ${workId}`)
}

/** Takes so many pieces off the shelf. False when there are not that many: whoever waits here sees what the one before them left. */
export async function takeStock(tx: Tx, workId: string, quantity: number): Promise<boolean> {
  return (await tx.run(sql`update shop.products set stock = stock - ${quantity} where work_id = ${workId} and stock >= ${quantity}`)) === 1
}

/** Puts pieces back. What has become digital since has no shelf. */
export async function returnStock(tx: Tx, workId: string, quantity: number): Promise<void> {
  await tx.run(sql`update shop.products set stock = stock + ${quantity} where work_id = ${workId} and stock is not null`)
}

/** A condition of the lists of works: products of one type. */
export function isOfType(type: Type | undefined): Sql {
  return type === undefined ? empty : sql`exists (select from shop.products p where p.work_id = w.id and p.type = ${type})`
}

/** Buyers who ask for links to the same file wait for themselves. */
export async function lockDownloads(tx: Tx, accountId: string, workId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`downloads:${accountId}:${workId}`}, 0))`)
}

/** How many downloads this buyer has started since then. */
export async function downloadsSince(db: Db, accountId: string, workId: string, since: Date): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*) as n from shop.download_links l join shop.downloads d on d.link_id = l.id
    where l.account_id = ${accountId} and l.work_id = ${workId} and l.expires_at >= ${since} and d.started_at >= ${since}`)
  return n
}

export async function addLink(tx: Tx, accountId: string, workId: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    insert into shop.download_links (work_id, account_id, created_at, expires_at) values (${workId}, ${accountId}, ${tx.now}, ${expiresAt})`)
}

export interface DownloadLink {
  id: string
  workId: string
  isUsed: boolean
}

/** The newest link of this buyer to one of these that runs out at that second. */
export function linkUntil(db: Db, accountId: string, workIds: readonly string[], expiresAt: Date): Promise<DownloadLink | undefined> {
  return db.maybe(sql`
    select id, work_id as "workId", exists (select from shop.downloads d where d.link_id = l.id) as "isUsed" from shop.download_links l
    where account_id = ${accountId} and work_id = any(${workIds}) and expires_at = ${expiresAt} order by created_at desc, id desc limit 1`)
}

export async function addDownload(tx: Tx, linkId: string): Promise<void> {
  await tx.run(sql`insert into shop.downloads (link_id, started_at) values (${linkId}, ${tx.now})`)
}

/** Whether this buyer was given a link to one of these since then. */
export async function hasLink(db: Db, accountId: string, workIds: readonly string[], since: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from shop.download_links where account_id = ${accountId} and work_id = any(${workIds}) and created_at >= ${since} limit 1`)
  return row !== undefined
}

/** What nobody ordered, of a seller who is gone. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await tx.run(sql`update shop.products set description = '', shipping_note = '' where work_id = any(${workIds}::uuid[])`)
}
