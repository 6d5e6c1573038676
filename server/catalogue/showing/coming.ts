// A work that waits for its time, as its link tells of it.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** @throws not_found where it is on show already, does not come, or will be hidden from this reader */
export async function coming(
  db: Db,
  reader: access.Reader,
  kind: works.Work['kind'],
  idOrSlug: string,
): Promise<{ title: string; opensAt: string }> {
  const work = (await works.named(db, kind, idOrSlug)) ?? refuse('not_found')
  const opensAt = work.publishedAt
  if (!opensAt || opensAt <= db.now || !(await access.willKnow(db, reader, work, opensAt))) return refuse('not_found')
  return { title: work.title, opensAt: opensAt.toISOString() }
}
