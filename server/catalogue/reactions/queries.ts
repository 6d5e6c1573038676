import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'

type Action = 'like' | 'bookmark' | 'view'

export async function insert(tx: Tx, row: { by: string; targetId: string; targetKind: string; action: Action }): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into reactions.reactions (account_id, target_id, target_kind, action, created_at)
    values (${row.by}, ${row.targetId}, ${row.targetKind}, ${row.action}, ${tx.now}) on conflict do nothing`)
  return inserted === 1
}

export async function remove(tx: Tx, by: string, targetId: string, action: Action): Promise<boolean> {
  return (
    (await tx.run(sql`delete from reactions.reactions where account_id = ${by} and target_id = ${targetId} and action = ${action}`)) === 1
  )
}

export async function insertView(tx: Tx, viewer: string, targetId: string): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into reactions.views (hour, target_id, viewer) values (date_trunc('hour', ${tx.now}::timestamptz), ${targetId}, ${viewer}) on conflict do nothing`)
  return inserted === 1
}

export function forgetViews(tx: Tx): Promise<number> {
  return tx.run(sql`delete from reactions.views where hour < date_trunc('hour', ${tx.now}::timestamptz)`)
}

export async function append(tx: Tx, targetId: string, action: Action | 'comment' | 'vote', change: 1 | -1): Promise<void> {
  await tx.run(sql`insert into reactions.waiting (target_id, action, change) values (${targetId}, ${action}, ${change})`)
}

export async function hasReacted(db: Db, by: string, targetId: string, action: Action): Promise<boolean> {
  const row = await db.maybe(
    sql`select 1 from reactions.reactions where account_id = ${by} and target_id = ${targetId} and action = ${action}`,
  )
  return row !== undefined
}

interface CountersRow {
  targetId: string
  likes: number
  bookmarks: number
  views: number
  comments: number
  isLiked: boolean
  isBookmarked: boolean
}

/** With a limit each look stays a look-up. */
const did = (action: Action): Sql => sql`
  coalesce((
    select true from reactions.reactions r where r.account_id = target.reader and r.target_id = target.id and r.action = ${action} limit 1), false)`

/** In the order of the pairs of reader and target. Totals and what waits are read in one snapshot, so a fold in between counts nothing twice. */
export function counters(db: Db, readerIds: readonly (string | null)[], targetIds: readonly string[]): Promise<CountersRow[]> {
  return db.many(sql`
    with sums as materialized (
      select target_id, sum(n) filter (where action = 'like') as likes, sum(n) filter (where action = 'bookmark') as bookmarks,
        sum(n) filter (where action = 'view') as views, sum(n) filter (where action = 'comment') as comments
      from (
        select target_id, action, total as n from reactions.totals where target_id = any(${targetIds}::uuid[])
        union all
        select target_id, action, change as n from reactions.waiting where target_id = any(${targetIds}::uuid[])
      ) both_parts
      group by target_id
    )
    select target.id as "targetId", coalesce(c.likes, 0)::bigint as likes, coalesce(c.bookmarks, 0)::bigint as bookmarks, coalesce(c.views, 0)::bigint as views,
      coalesce(c.comments, 0)::bigint as comments, ${did('like')} as "isLiked", ${did('bookmark')} as "isBookmarked"
    from unnest(${readerIds}::uuid[], ${targetIds}::uuid[]) with ordinality as target (reader, id, place)
    left join sums c on c.target_id = target.id
    order by target.place`)
}

export function totalsOf(db: Db, action: string, targetIds: readonly string[]): Promise<{ targetId: string; total: number }[]> {
  return db.many(sql`
    select target_id as "targetId", sum(n)::bigint as total
    from (
      select target_id, total as n from reactions.totals where target_id = any(${targetIds}) and action = ${action}
      union all
      select target_id, change as n from reactions.waiting where target_id = any(${targetIds}) and action = ${action}
    ) both_parts
    group by target_id`)
}

export interface Sum {
  targetId: string
  action: Action | 'comment' | 'vote'
  change: number
  /** Of how many changes. */
  count: number
}

/** Rows that another fold holds are left to it; totals are touched in one order, so that two folds cannot deadlock. */
export function fold(tx: Tx, limit: number): Promise<Sum[]> {
  return tx.many(sql`
    with chosen as (
      select target_id, action, id from reactions.waiting order by target_id, action, id limit ${limit} for update skip locked
    ), gone as (
      delete from reactions.waiting w using chosen c
      where (w.target_id, w.action, w.id) = (c.target_id, c.action, c.id) returning w.target_id, w.action, w.change
    ), sums as (
      select target_id, action, sum(change)::bigint as change, count(*) as n from gone group by target_id, action order by target_id, action
    ), added as (
      insert into reactions.totals as t (target_id, action, total)
      select target_id, action, change from sums
      on conflict (target_id, action) do update set total = t.total + excluded.total
    )
    select target_id as "targetId", action, change, n as count from sums`)
}
