// The home timeline: newest posts of the performers somebody follows or subscribes to, or, for visitors, free posts of everyone.
// Promises: a cursor stays where it is while newer posts arrive; what a block or a country hides is left out, and the page filled up.
// Leaves to others: what a post looks like to whom (feeds), the view rule (access).
import type { Reply } from '#contract/endpoint.ts'
import type { timeline } from '#contract/windows/timeline.ts'
import { listShown, type Reader } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as follows from '#server/people/follows/follows.ts'
import { sql, type Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import { readCursor, writeCursor } from '#server/windows/timeline/cursor.ts'
import { subscribedPerformers } from '#server/money/subscriptions/subscriptions.ts'

export type Scope = 'following' | 'discover' | 'subscribed' | 'all'

export interface Asked {
  scope?: Scope | undefined
  performerId?: string | undefined
  filter: feeds.Filter
  /** Words to look for, and a hashtag: both, where both are asked for. */
  text?: string | undefined
  tag?: string | undefined
  cursor?: string | undefined
  limit: number
  offset: number
}

/** How often a page is filled up when blocks left holes in it. */
const mostRounds = 5

/** @throws invalid for a cursor that we did not write, prohibited_term */
export async function home(db: Db, reader: Reader, asked: Asked): Promise<Reply<(typeof timeline)['home']>> {
  await refuseProhibited(db, { q: asked.text, hashtag: asked.tag })
  const creators = await creatorsOf(db, reader, asked)
  if (asked.text || asked.tag) return matching(db, reader, creators, asked)
  const data: Awaited<ReturnType<typeof feeds.show>> = []
  let after = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
  let offset = after ? 0 : asked.offset
  let hasMore = true
  for (let round = 0; round < mostRounds && hasMore && data.length < asked.limit; round++) {
    const list = await listOf(db, creators, asked, { after, limit: asked.limit + 1, offset })
    const page = list.slice(0, asked.limit)
    const shown = await feeds.show(
      db,
      reader,
      page.map(({ id }) => id),
    )
    const taken = shown.slice(0, asked.limit - data.length)
    data.push(...taken)
    hasMore = list.length > page.length || taken.length < shown.length
    const last = taken.length < shown.length ? page.find(({ id }) => id === taken.at(-1)?._id) : page.at(-1)
    after = last ?? after
    offset = 0
  }
  // What is known: everything up to here, and one more where there is more. Counting a whole timeline would cost more than reading it.
  const total = asked.offset + data.length + (hasMore ? 1 : 0)
  return { data, total, ...(hasMore && after && { nextCursor: writeCursor(after) }) }
}

/** Posts of the scope that match; found newest first, so a page costs the same however many there are. */
async function matching(
  db: Db,
  reader: Reader,
  creators: readonly string[] | undefined,
  { scope, filter, limit, offset, performerId, text, tag }: Asked,
) {
  const isFree = creators === undefined && scope !== 'all' ? true : filter.isFree
  const also = creators && !performerId ? sql`w.creator_id = any(${creators})` : undefined
  const found = await listShown(db, reader, { kind: 'feed', creatorId: performerId, ...filter, isFree, text, tag, also }, { limit, offset })
  return { data: await feeds.show(db, reader, found.ids), total: found.total }
}

/** Undefined: everyone's posts; only the free ones, unless all are asked for. */
async function creatorsOf(db: Db, { viewer }: Reader, { scope, performerId }: Asked): Promise<string[] | undefined> {
  if (performerId) return [performerId]
  const fanId = idOf(viewer)
  if (!fanId || scope === 'discover' || scope === 'all') return undefined
  const subscribed = await subscribedPerformers(db, fanId)
  if (scope === 'subscribed') return subscribed
  const followed = await follows.followingOf(db, fanId)
  return [...new Set([...subscribed, ...followed.map(({ performerId: id }) => id)])]
}

type Window = Parameters<typeof feeds.newestFree>[2]

function listOf(db: Db, creators: readonly string[] | undefined, { scope, filter }: Asked, window: Window): Promise<feeds.Listed[]> {
  if (creators) return feeds.newestOf(db, creators, filter, window)
  return scope === 'all' ? feeds.newest(db, filter, window) : feeds.newestFree(db, filter, window)
}
