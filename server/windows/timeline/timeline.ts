// The home timeline: newest posts of the performers somebody follows or subscribes to, or, for visitors, free posts of everyone.
// Promises: a cursor stays where it is while newer posts arrive; what a block or a country hides is left out and not counted.
// Leaves to others: what a post looks like to whom (feeds), the view rule (access).
import type { Reply } from '#contract/endpoint.ts'
import type { timeline } from '#contract/windows/timeline.ts'
import { hiddenIn, listShown, type Reader } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { postedKinds, showAsPosts } from '#server/catalogue/kinds/kinds.ts'
import * as follows from '#server/people/follows/follows.ts'
import { sql, type Db, type Sql } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import { readCursor, writeCursor } from '#server/windows/timeline/cursor.ts'
import { subscribedIds } from '#server/money/subscriptions/subscriptions.ts'

type Scope = 'following' | 'discover' | 'subscribed' | 'all'

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

/** @throws invalid for a cursor that we did not write, prohibited_term */
export async function home(db: Db, reader: Reader, asked: Asked): Promise<Reply<(typeof timeline)['home']>> {
  await refuseProhibited(db, { q: asked.text, hashtag: asked.tag })
  const creators = creatorsOf(db, reader, asked)
  // Whoever sees the free posts of everyone and asks for those that are not free asks for nothing.
  if (showsFreeOnly(creators, asked) && asked.filter.isFree === false) return { data: [], total: 0 }
  if (asked.text || asked.tag) return matching(db, reader, creators, asked)
  const cursor = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
  const { limit, offset } = asked
  const list = listOf(creators, { ...asked.filter, kinds: postedKinds(), hidden: await hiddenIn(db, reader) }, asked)
  // Counted once, with the first page.
  const { rows, hasMore, ...count } = cursor
    ? { ...(await list.after(db, cursor.after, limit)), ...cursor.count }
    : await list.page(db, { limit, offset })
  const data = await showAsPosts(db, reader, rows)
  const last = rows.at(-1)
  return { data, ...count, ...(hasMore && last && { nextCursor: writeCursor({ after: last, count }) }) }
}

/** Posts of the scope that match; found newest first, so a page costs the same however many there are. */
async function matching(
  db: Db,
  reader: Reader,
  creators: Sql | undefined,
  { scope, filter, limit, offset, performerId, text, tag }: Asked,
) {
  const isFree = showsFreeOnly(creators, { scope }) || filter.isFree
  const also = creators && !performerId ? sql`w.creator_id = any(array(${creators}))` : undefined
  const { ids, ...count } = await listShown(
    db,
    reader,
    { kind: 'feed', creatorId: performerId, ...filter, isFree, text, tag, also },
    { limit, offset },
  )
  return { data: await feeds.show(db, reader, ids), ...count }
}

const showsFreeOnly = (creators: Sql | undefined, { scope }: Pick<Asked, 'scope'>) => creators === undefined && scope !== 'all'

/** A query of ids. Undefined: everyone's posts; only the free ones, unless all are asked for. */
function creatorsOf(db: Db, { viewer }: Reader, { scope, performerId }: Asked): Sql | undefined {
  if (performerId) return sql`select ${performerId}::uuid as id`
  const fanId = idOf(viewer)
  if (!fanId || scope === 'discover' || scope === 'all') return undefined
  const subscribed = subscribedIds(db, fanId)
  return scope === 'subscribed' ? subscribed : sql`${subscribed} union ${follows.followedIds(fanId)}`
}

function listOf(creators: Sql | undefined, filter: feeds.Filter, asked: Asked): feeds.List {
  if (creators) return feeds.newestOf(creators, filter)
  return feeds.newest(showsFreeOnly(creators, asked) ? { ...filter, isFree: true } : filter)
}
