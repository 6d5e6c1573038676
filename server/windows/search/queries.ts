import { workKinds } from '#contract/catalogue/kind-names.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Remembers who looked for what: `new` in these 30 days, `again` on another day, or `today` already. */
export async function addSearcher(tx: Tx, searcher: string, keyword: string): Promise<'new' | 'again' | 'today'> {
  const [added] = await tx.many<{ isNew: boolean }>(sql`
    insert into search.searchers as s (keyword, searcher, day) values (${keyword}, ${searcher}, ${tx.now}::timestamptz::date)
    on conflict (keyword, searcher) do update set day = excluded.day where s.day < excluded.day
    returning old.day is null as "isNew"`)
  if (!added) return 'today'
  return added.isNew ? 'new' : 'again'
}

/** One person more, or the same as before: then the word is merely fresh. */
export async function countSearch(tx: Tx, keyword: string, more: 0 | 1): Promise<void> {
  await tx.run(sql`
    insert into search.keywords as k (keyword, searchers, last_at) values (${keyword}, 1, ${tx.now})
    on conflict (keyword) do update set searchers = k.searchers + ${more}, last_at = excluded.last_at`)
}

export interface Keyword {
  keyword: string
  attempt: number
}

export function keywords(db: Db, { beginning, least, limit }: { beginning: string; least: number; limit: number }): Promise<Keyword[]> {
  return db.many(sql`
    select keyword, searchers as attempt from search.keywords
    where searchers >= ${least} and starts_with(keyword, ${beginning})
    order by searchers desc, last_at desc, keyword limit ${limit}`)
}

/** Whoever has not looked for a word for so long counts no more for it, and a word that nobody looks for is gone. */
export async function forgetSearchers(tx: Tx, days: number): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from search.searchers where day <= ${tx.now}::timestamptz::date - ${days}::integer returning keyword
    ), lost as (
      select keyword, count(*) as searchers from gone group by keyword
    )
    update search.keywords k set searchers = k.searchers - l.searchers from lost l where k.keyword = l.keyword`)
  // Not in the same breath: somebody may be looking for it just now, and then it stays.
  await tx.run(sql`delete from search.keywords where searchers = 0`)
}

/** Works on show and performers to be seen that nobody can find yet. Just those who have a place in the index: the rest would come again for ever. */
export async function unindexed(db: Db, limit: number): Promise<{ works: string[]; performers: string[] }> {
  const works = await db.many<{ id: string }>(sql`
    select w.id from works.works w
    where w.state = 'active' and w.deleted_at is null and w.kind in (select unnest(${workKinds}::text[]))
      and not exists (select from finding.documents d where d.collection = w.kind and d.id = w.id)
    limit ${limit}`)
  const performers = await db.many<{ id: string }>(sql`
    select p.account_id as id from profiles.performers p join accounts.accounts a on a.id = p.account_id
    where p.approved_at is not null and a.state = 'active'
      and not exists (select from finding.documents d where d.collection = 'performer' and d.id = p.account_id)
    limit ${limit}`)
  return { works: works.map(({ id }) => id), performers: performers.map(({ id }) => id) }
}
