// Whether anything that visitors' pages show has changed. Triggers write a row of platform.page_changes in the transaction that changes it
// (database/074-page-cache.sql), so that every process sees it together with the change, and plain SQL is seen, too.
import { sql, type Database, type Db } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Another one after every change that was committed, and never one that was there before. */
export async function generationOf(db: Db): Promise<string> {
  // Ids are given before they are committed: a late one makes the highest no higher, but the number one more.
  const { last, changes } = await db.one<{ last: number | null; changes: number }>(
    sql`select max(id) as last, count(*) as changes from platform.page_changes`,
  )
  return `${last ?? 0}.${changes}`
}

/** A row of our own takes the place of those that are forgotten: the highest id goes up as their number goes down. */
export async function forgetChanges(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`insert into platform.page_changes default values returning id`)
    await tx.run(sql`delete from platform.page_changes where id < ${id}`)
  })
}

export function keepChangesFew(jobs: Jobs, db: Database): void {
  jobs.every('*/10 * * * *', 'page_cache.forget_changes', () => forgetChanges(db), { atStart: true })
}
