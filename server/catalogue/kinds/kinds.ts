// Every kind of work by what it does: for those who look across all of them (windows, office) and name none.
// Promises: whatever is asked of works of several kinds is asked of each kind once.
// Leaves to others: what each kind is (its own slice), what all of them share (works, access, showing).
import { workKinds, type WorkKind } from '#contract/catalogue/kind-names.ts'
import type { AnyWork } from '#contract/catalogue/any-work.ts'
import type { ItemOf } from '#contract/catalogue/items.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Asked, Reader } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'

export interface Kind<K extends WorkKind = WorkKind> {
  /** As this reader may see them, in the order given; those that they may not know of are left out. */
  show: (db: Db, reader: Reader, ids: readonly string[]) => Promise<ItemOf<K>[]>
  /** The same as posts: its works stand in the home feed among them. */
  asPosts?: (db: Db, reader: Reader, list: readonly Asked[]) => Promise<Feed[]>
  /** What each says of itself, whole: for staff who review it. */
  textsOf: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export const kinds: { readonly [K in WorkKind]: Kind<K> } = {
  feed: { show: feeds.show, textsOf: feeds.textsOf, asPosts: feeds.showListed },
  video: videos,
  gallery: galleries,
  product: shop,
}

export function kindOf<K extends WorkKind>(kind: K): Kind<K> {
  return kinds[kind]
}

/** Works of any kind, each in the form of its own, by id. */
export async function showAny(db: Db, reader: Reader, works: readonly Work[]): Promise<Map<string, AnyWork>> {
  const shown = await ofEach(works, async (kind, list) =>
    (await kinds[kind].show(db, reader, idsOf(list))).map((item) => [item._id, { kind, [kind]: item } as AnyWork] as const),
  )
  return new Map(shown)
}

/** Kinds whose works stand in the home feed. */
export const postedKinds = (): WorkKind[] => workKinds.filter((kind) => kinds[kind].asPosts)

/** Works of those kinds as posts, in the order given. */
export async function showAsPosts(db: Db, reader: Reader, listed: readonly (Asked & { kind: WorkKind })[]): Promise<Feed[]> {
  const posts = await ofEach(listed, async (kind, list) => (await kinds[kind].asPosts?.(db, reader, list)) ?? [])
  const byId = new Map(posts.map((post) => [post._id, post]))
  return listed.flatMap(({ id }) => byId.get(id) ?? [])
}

/** What each says of itself, by id. What is sent in a message says what the message does. */
export async function textsOf(db: Db, works: readonly Work[]): Promise<Map<string, string>> {
  const ofMessages = works.filter((work) => work.kind === 'message').map(({ id, words }) => [id, words] as const)
  return new Map([...ofMessages, ...(await ofEach(works, async (kind, list) => [...(await kinds[kind].textsOf(db, idsOf(list)))]))])
}

const idsOf = (list: readonly Pick<Work, 'id'>[]) => list.map(({ id }) => id)

async function ofEach<Listed extends Pick<Work, 'kind'>, Found>(
  works: readonly Listed[],
  ask: (kind: WorkKind, list: Listed[]) => Promise<Found[]>,
): Promise<Found[]> {
  const asked = workKinds.map(async (kind) => {
    const list = works.filter((work) => work.kind === kind)
    return list.length > 0 ? ask(kind, list) : []
  })
  return (await Promise.all(asked)).flat()
}
