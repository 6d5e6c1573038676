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
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as queries from '#server/windows/bookmarks/queries.ts'
import * as directory from '#server/windows/directory/directory.ts'

export interface Reader extends access.Reader {
  viewer: Member
}

type Show<Item> = (db: Db, reader: access.Reader, ids: readonly string[]) => Promise<Item[]>

/** Works of a kind that the reader kept, newest kept first. */
export async function kept<Item>(db: Db, reader: Reader, kind: works.Kind, show: Show<Item>, window: queries.Window) {
  const { ids, total } = await queries.keptWorks(db, await asking(db, reader), kind, window)
  return { data: await show(db, reader, ids), total }
}

/** Performers that the reader kept, newest kept first. */
export async function performers(db: Db, reader: Reader, window: queries.Window): Promise<{ data: PerformerListing[]; total: number }> {
  const { ids, total } = await queries.keptPerformers(db, await asking(db, reader), window)
  return { data: await directory.listings(db, reader, ids), total }
}

/** What the reader unlocked, newest first: of one kind or of all. */
export async function bought(db: Db, reader: Reader, kind: works.Kind | undefined, window: queries.Window) {
  const { ids, times, total } = await queries.boughtWorks(db, await asking(db, reader), kind, window)
  const shown = await showAny(db, reader, ids)
  const data = ids.flatMap((id, place) => {
    const [work, at] = [shown.get(id), times[place]]
    return work && at ? [{ ...work, boughtAt: at.toISOString() }] : []
  })
  return { data, total }
}

async function asking(db: Db, { viewer, country }: Reader): Promise<queries.Asking> {
  const { accountId: viewerId, role } = viewer
  const [{ blocked: isClosed }, hidden] = await Promise.all([blocks.checkCountry(db, country), blocks.hiddenFrom(db, viewerId, country)])
  return { viewerId, isStaff: role === 'staff', isClosed, hidden }
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
