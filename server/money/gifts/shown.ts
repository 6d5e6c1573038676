// Gifts as they travel: names beside ids.
import type { Gift as Wire } from '#contract/money/gifts.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Gift } from '#server/money/gifts/queries.ts'
import { tiers as sold } from '#server/money/offers/offers.ts'
import { fansOf, performersOf } from '#server/money/subscriptions/subscriptions.ts'

export async function shownGifts(db: Db, gifts: readonly Gift[]): Promise<Wire[]> {
  const fans = await fansOf(
    db,
    gifts.flatMap(({ giverId, recipientId }) => [giverId, recipientId]),
  )
  const performers = await performersOf(
    db,
    gifts.map(({ performerId }) => performerId),
  )
  const tiers = await sold.named(
    db,
    gifts.map(({ tierId }) => tierId),
  )
  return gifts.map(({ id, type, tierId, message, giverId, recipientId, performerId, givenAt, startsAt, endsAt }) => {
    const tier = tierId ? tiers.get(tierId) : undefined
    return {
      _id: id,
      type,
      ...(tier && { tier: { _id: tier.id, name: tier.name } }),
      message,
      giver: fans(giverId),
      recipient: fans(recipientId),
      performer: performers(performerId),
      givenAt: givenAt.toISOString(),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }
  })
}
