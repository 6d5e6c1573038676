// What somebody keeps or has bought is told by others' tables, and what of it is there to be known by several: a window may join what it shows.
import * as works from '#server/catalogue/works/works.ts'
import { empty, sql, type Db, type Sql } from '#server/platform/db/db.ts'

export interface Window {
  limit: number
  offset: number
  /** Newest first unless told otherwise. */
  sort?: 'asc' | 'desc' | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
}

export interface Asking {
  viewerId: string
  isStaff: boolean
  /** The site is closed where they are. */
  isClosed: boolean
  /** A query of the ids of creators who are hidden from them. */
  hidden: Sql
}

export interface Listed {
  ids: string[]
  /** When each of them was kept or bought. */
  times: Date[]
  total: number
}

export function keptWorks(db: Db, asking: Asking, kind: works.Kind, window: Window): Promise<Listed> {
  const isShown = asking.isClosed ? sql`false` : sql`(${works.isOnShow(db)} and w.creator_id not in (${asking.hidden}))`
  // With a limit it stays a look-up of the one receipt: an `exists` may be planned as reading all of them.
  const isBought = sql`(select true from wallet.transfers t where t.reference = 'work:' || w.id and ${isReceiptOf(asking)} limit 1)`
  return page(
    db,
    sql`select w.id, r.created_at as at from reactions.reactions r join works.works w on w.id = r.target_id
      where ${isBookmarkOf(asking, kind)} and ${isThere(asking, sql`(${isShown} or ${isBought})`)}`,
    window,
  )
}

export function keptPerformers(db: Db, asking: Asking, window: Window): Promise<Listed> {
  return page(
    db,
    sql`select a.id, r.created_at as at from reactions.reactions r
      join accounts.accounts a on a.id = r.target_id join profiles.performers p on p.account_id = a.id
      where ${isBookmarkOf(asking, 'performer')} and a.role = 'performer' and a.state = 'active' and a.id not in (${asking.hidden})`,
    window,
  )
}

/** What somebody has an unreversed receipt for. It reads the ledger's rows itself: the wallet's door answers for given works only. */
export function boughtWorks(db: Db, asking: Asking, kind: works.Kind | undefined, window: Window): Promise<Listed> {
  return page(db, sql`select w.id, t.created_at as at from ${receiptsOf(asking, kind)}`, window)
}

export interface Month {
  /** YYYY-MM */
  month: string
  count: number
  /** In hundredths. */
  price: number
}

export function boughtMonths(db: Db, asking: Asking, kind: works.Kind | undefined, timeZone: string): Promise<Month[]> {
  return db.many(sql`
    select to_char(t.created_at at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as count, sum(t.amount)::bigint as price
    from ${receiptsOf(asking, kind)}
    group by 1
    order by 1 desc`)
}

/** Unreversed receipts as t beside their works as w. */
const receiptsOf = (asking: Asking, kind: works.Kind | undefined) => sql`
  wallet.transfers t join works.works w on w.id = substring(t.reference from 6)::uuid
  where ${isReceiptOf(asking)} and ${isThere(asking, sql`true`)} and ${kind ? sql`w.kind = ${kind}` : sql`w.kind <> 'stream'`}`

const isBookmarkOf = ({ viewerId }: Asking, kind: string) => sql`
  r.account_id = ${viewerId} and r.target_kind = ${kind} and r.action = 'bookmark'`

const isReceiptOf = ({ viewerId }: Asking) => sql`
  t.payer = (select id from wallet.accounts where owner_id = ${viewerId} and kind = 'wallet')
  and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null`

/**
 * Whether somebody may know of works.works as w, for lists that are counted and paged in the database: the first half of access.mayView, which
 * answers for given works. there.test.ts holds the two against each other.
 */
function isThere({ viewerId, isStaff }: Asking, byShowOrReceipt: Sql): Sql {
  return isStaff ? sql`true` : sql`(w.creator_id = ${viewerId} or w.state not in ('removed', 'rejected') and ${byShowOrReceipt})`
}

/** A page and how many there are in all, of one moment: one row, however many were kept. */
function page(db: Db, there: Sql, { limit, offset, sort = 'desc', from, until }: Window): Promise<Listed> {
  const direction = sort === 'asc' ? sql`asc` : sql`desc`
  const within = sql`${from ? sql` and at >= ${from}` : empty}${until ? sql` and at < ${until}` : empty}`
  return db.one(sql`
    with there as materialized (select id, at from (${there}) there where true${within}),
      page as (select id, at from there order by at ${direction}, id limit ${limit} offset ${offset})
    select (select count(*) from there) as total,
      array(select id from page order by at ${direction}, id) as ids, array(select at from page order by at ${direction}, id) as times`)
}
