// What somebody kept and what they unlocked, as lists of posts.
// Promises: what has been hidden from the reader since is left out of both lists and of their totals; what was bought stays after a
// block and after its creator deleted it, because its receipt stands.
// Leaves to others: keeping (reactions), buying and the view rule (access), what a post looks like (feeds).
import type { Feed } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { boughtWorks } from '#server/windows/bookmarks/queries.ts'

interface Page {
  limit: number
  offset: number
}

/** As far back as these lists go. */
const most = 2000

export interface Reader extends access.Reader {
  viewer: Member
}

/** Posts that the reader kept, newest kept first. */
export async function kept(db: Db, reader: Reader, page: Page): Promise<{ data: Feed[]; total: number }> {
  return pageOf(db, reader, await reactions.kept(db, reader.viewer.accountId, 'feed', { limit: most, offset: 0 }), page)
}

/** Posts that the reader unlocked, newest first. */
export async function bought(db: Db, reader: Reader, page: Page): Promise<{ data: Feed[]; total: number }> {
  return pageOf(db, reader, await boughtWorks(db, reader.viewer.accountId, most), page)
}

async function pageOf(db: Db, reader: Reader, ids: readonly string[], { limit, offset }: Page): Promise<{ data: Feed[]; total: number }> {
  const found = await works.find(db, ids)
  const rights = await access.mayView(db, reader, [...found.values()])
  const there = ids.filter((id) => rights.get(id)?.isThere)
  return { data: await feeds.show(db, reader, there.slice(offset, offset + limit)), total: there.length }
}
