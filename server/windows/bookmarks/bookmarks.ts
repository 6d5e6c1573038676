// What somebody kept and what they unlocked, as lists of each kind.
// Promises: what has been hidden from the reader since is left out of all lists and of their totals; what was bought stays after a
// block and after its creator deleted it, because its receipt stands.
// Leaves to others: keeping (reactions), buying and the view rule (access), what a thing looks like (its slice).
import type { Static } from 'typebox'
import type { AnyWork } from '#contract/windows/bookmarks.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { boughtWorks } from '#server/windows/bookmarks/queries.ts'
import * as directory from '#server/windows/directory/directory.ts'

interface Page {
  limit: number
  offset: number
}

/** As far back as these lists go. */
const most = 2000

export interface Reader extends access.Reader {
  viewer: Member
}

type Show<Item> = (db: Db, reader: access.Reader, ids: readonly string[]) => Promise<Item[]>

/** Works of a kind that the reader kept, newest kept first. */
export async function kept<Item>(db: Db, reader: Reader, kind: works.Kind, show: Show<Item>, { limit, offset }: Page) {
  const there = await thereAmong(db, reader, await reactions.kept(db, reader.viewer.accountId, kind, { limit: most, offset: 0 }))
  return { data: await show(db, reader, there.slice(offset, offset + limit)), total: there.length }
}

/** Performers that the reader kept, newest kept first. */
export async function performers(db: Db, reader: Reader, { limit, offset }: Page): Promise<{ data: PerformerListing[]; total: number }> {
  const ids = await reactions.kept(db, reader.viewer.accountId, 'performer', { limit: most, offset: 0 })
  const hidden = await blocks.isHidden(db, reader.viewer.accountId, reader.country, ids)
  const there = await directory.listings(
    db,
    reader,
    ids.filter((id) => !hidden.has(id)),
  )
  return { data: there.slice(offset, offset + limit), total: there.length }
}

/** What the reader unlocked, newest first: of one kind or of all. */
export async function bought(db: Db, reader: Reader, kind: works.Kind | undefined, { limit, offset }: Page) {
  const receipts = await boughtWorks(db, reader.viewer.accountId, kind, most)
  const there = await thereAmong(
    db,
    reader,
    receipts.map(({ id }) => id),
  )
  const page = there.slice(offset, offset + limit)
  const shown = await showAny(db, reader, page)
  const boughtAt = new Map(receipts.map(({ id, at }) => [id, at.toISOString()]))
  const data = page.flatMap((id) => {
    const [work, at] = [shown.get(id), boughtAt.get(id)]
    return work && at ? [{ ...work, boughtAt: at }] : []
  })
  return { data, total: there.length }
}

async function thereAmong(db: Db, reader: Reader, ids: readonly string[]): Promise<string[]> {
  const found = await works.find(db, ids)
  const rights = await access.mayView(db, reader, [...found.values()])
  return ids.filter((id) => rights.get(id)?.isThere)
}

/** Works of any kind, each in the form of its own. */
async function showAny(db: Db, reader: Reader, ids: readonly string[]): Promise<Map<string, Static<typeof AnyWork>>> {
  const found = await works.find(db, ids)
  const of = (kind: works.Kind) => ids.filter((id) => found.get(id)?.kind === kind)
  const [posts, sets, films, goods] = await Promise.all([
    feeds.show(db, reader, of('feed')),
    galleries.show(db, reader, of('gallery')),
    videos.show(db, reader, of('video')),
    shop.show(db, reader, of('product')),
  ])
  return new Map<string, Static<typeof AnyWork>>([
    ...posts.map((feed) => [feed._id, { kind: 'feed' as const, feed }] as const),
    ...sets.map((gallery) => [gallery._id, { kind: 'gallery' as const, gallery }] as const),
    ...films.map((video) => [video._id, { kind: 'video' as const, video }] as const),
    ...goods.map((product) => [product._id, { kind: 'product' as const, product }] as const),
  ])
}
