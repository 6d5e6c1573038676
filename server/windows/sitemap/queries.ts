// Looking across people and works at once is what this window is for: it may join what it lists.
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import * as works from '#server/catalogue/works/works.ts'
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'

export interface Window {
  limit: number
  offset: number
}

export interface ListedWork {
  id: string
  kind: WorkKind
  slug: string | null
  changedAt: Date
}

/** Goods are listed once staff looked at them; any other work where it is open to all. */
const listable = (db: Db, hidden: Sql): Sql => sql`
  ${works.isOnShow(db)} and w.creator_id not in (${hidden}) and (
    (w.audience = 'free' and w.is_for_front and w.fit_for_all_at is not null)
    or (w.kind = 'product' and w.audience in ('free', 'ppv') and w.decided_at is not null))`

export function listedWorks(db: Db, hidden: Sql, { limit, offset }: Window): Promise<ListedWork[]> {
  return db.many<ListedWork>(sql`
    select w.id, w.kind, w.slug, w.updated_at as "changedAt" from works.works w
    where ${listable(db, hidden)} order by w.id limit ${limit} offset ${offset}`)
}

export async function listsWork(db: Db, hidden: Sql, id: string): Promise<boolean> {
  const { isListed } = await db.one<{ isListed: boolean }>(
    sql`select exists (select from works.works w where w.id = ${id} and ${listable(db, hidden)}) as "isListed"`,
  )
  return isListed
}

export interface ListedPerformer {
  username: string
  changedAt: Date
}

const performing = (hidden: Sql): Sql =>
  sql`a.role = 'performer' and a.state = 'active' and p.approved_at is not null and a.id not in (${hidden})`

/** Changed when something of theirs was published last. */
export function listedPerformers(db: Db, hidden: Sql, { limit, offset }: Window): Promise<ListedPerformer[]> {
  return db.many<ListedPerformer>(sql`
    select a.username, greatest(p.approved_at, w.published_at) as "changedAt"
    from accounts.accounts a join profiles.performers p on p.account_id = a.id
    left join lateral (
      select w.published_at from works.works w where w.creator_id = a.id and ${works.isOnShow(db)} order by w.published_at desc, w.id desc limit 1
    ) w on true
    where ${performing(hidden)} order by a.id limit ${limit} offset ${offset}`)
}

export function counts(db: Db, hidden: Sql): Promise<{ performers: number; works: number }> {
  return db.one(sql`
    select
      (select count(*) from accounts.accounts a join profiles.performers p on p.account_id = a.id where ${performing(hidden)}) as performers,
      (select count(*) from works.works w where ${listable(db, hidden)}) as works`)
}
