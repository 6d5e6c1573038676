import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** False when this person had looked for it today already. */
export async function addSearcher(tx: Tx, searcher: string, keyword: string): Promise<boolean> {
  const added = await tx.run(sql`
    insert into search.searchers (searcher, keyword, day) values (${searcher}, ${keyword}, ${tx.now}::timestamptz::date) on conflict do nothing`)
  return added === 1
}

export async function countUp(tx: Tx, keyword: string): Promise<void> {
  await tx.run(sql`
    insert into search.keywords as k (keyword, attempts, last_at) values (${keyword}, 1, ${tx.now})
    on conflict (keyword) do update set attempts = k.attempts + 1, last_at = excluded.last_at`)
}

export interface Keyword {
  keyword: string
  attempt: number
}

export function keywords(
  db: Db,
  { beginning, since, least, limit }: { beginning: string; since: Date; least: number; limit: number },
): Promise<Keyword[]> {
  return db.many(sql`
    select keyword, attempts as attempt from search.keywords
    where attempts >= ${least} and last_at > ${since} and starts_with(keyword, ${beginning})
    order by attempts desc, last_at desc, keyword limit ${limit}`)
}

export function forgetSearchers(tx: Tx): Promise<number> {
  return tx.run(sql`delete from search.searchers where day < ${tx.now}::timestamptz::date - 2`)
}

/** Works on show and performers to be seen that nobody can find yet. Just those who have a place in the index: the rest would come again for ever. */
export async function unindexed(db: Db, limit: number): Promise<{ works: string[]; performers: string[] }> {
  const works = await db.many<{ id: string }>(sql`
    select w.id from works.works w
    where w.state = 'active' and w.deleted_at is null
      and not exists (select from finding.documents d where d.collection = w.kind and d.id = w.id)
    limit ${limit}`)
  const performers = await db.many<{ id: string }>(sql`
    select p.account_id as id from profiles.performers p join accounts.accounts a on a.id = p.account_id
    where p.approved_at is not null and a.state = 'active'
      and not exists (select from finding.documents d where d.collection = 'performer' and d.id = p.account_id)
    limit ${limit}`)
  return { works: works.map(({ id }) => id), performers: performers.map(({ id }) => id) }
}
