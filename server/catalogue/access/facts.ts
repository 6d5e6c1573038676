// What the view rule depends on, asked for a reader and a list of works: in one set of questions whatever their number.
import { boughtAmong } from '#server/catalogue/access/receipts.ts'
import type { Facts, Reader } from '#server/catalogue/access/rule.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { activeBetween } from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

export async function factsOf(db: Db, { viewer, country }: Reader, list: readonly Work[]): Promise<(work: Work) => Facts> {
  const viewerId = idOf(viewer)
  const creators = [...new Set(list.map(({ creatorId }) => creatorId))]
  const [closed, hidden, followed, subscribed, bought] = await Promise.all([
    blocks.checkCountry(db, country),
    blocks.isHidden(db, viewerId, country, creators),
    viewerId ? follows.followedAmong(db, viewerId, creators) : nobody,
    viewerId ? activeBetween(db, viewerId, creators) : nobody,
    viewerId ? boughtAmong(db, viewerId, list) : nobody,
  ])
  return ({ id, creatorId }) => ({
    isHidden: closed.blocked || hidden.has(creatorId),
    isFollowed: followed.has(creatorId),
    isSubscribed: subscribed.has(creatorId),
    isBought: bought.has(id),
  })
}

const nobody: ReadonlySet<string> = new Set()
