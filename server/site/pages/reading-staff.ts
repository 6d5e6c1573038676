// What staff see of pages: as they were written, in every language, drafts too.
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/site/pages/queries.ts'

export interface Written extends queries.Row {
  texts: queries.Text[]
}

export async function all(
  db: Db,
  filter: { type?: queries.PageType | undefined; q?: string | undefined },
  paging: { limit: number; offset: number },
): Promise<{ rows: Written[]; total: number }> {
  const { rows, total } = await queries.all(db, filter, paging)
  const texts = await queries.texts(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => ({ ...row, texts: texts.filter(({ pageId }) => pageId === row.id) })), total }
}

/** @throws not_found */
export async function written(db: Db, id: string): Promise<Written> {
  const row = (await queries.find(db, id)) ?? refuse('not_found')
  return { ...row, texts: await queries.texts(db, [id]) }
}
