// Subscriptions and what belongs to them as they travel: amounts in money, names beside ids.
import type { Gift, Subscription as Wire } from '#contract/money/subscriptions.ts'
import type { OwnPromotion, OwnTier, Promotion, Tier } from '#contract/money/offers.ts'
import type { PerformerCard, UserCard } from '#contract/people/person.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as door from '#server/money/subscriptions/subscriptions.ts'

export async function shown(db: Db, rows: readonly door.Subscription[]): Promise<Wire[]> {
  const running = await door.runningPeriods(
    db,
    rows.map(({ id }) => id),
  )
  const tiers = await door.tiers.named(
    db,
    rows.flatMap(({ id, tierId }) => [tierId, running.get(id)?.tierId ?? null]),
  )
  const tierOf = (id: string | null | undefined) => {
    const tier = id ? tiers.get(id) : undefined
    return tier && { tier: { _id: tier.id, name: tier.name } }
  }
  return rows.map((row) => {
    const { id, type, renewsAs, status, startedAt, expiresAt, renewsAt, price, currency, gateway, spent, tierId } = row
    const now = running.get(id)
    const isOther =
      type !== 'free' && status === 'active' && now !== undefined && (now.tierId !== tierId || (type !== renewsAs && !now.giverId))
    return {
      _id: id,
      type,
      status,
      startedAt: startedAt.toISOString(),
      expiredAt: expiresAt.toISOString(),
      ...(status === 'active' && renewsAt && { nextRecurringDate: renewsAt.toISOString() }),
      price: fromHundredths(price),
      currency,
      gateway,
      isFreeTrial: type === 'free' && !now,
      isGift: now?.giverId !== null && now !== undefined,
      ...tierOf(now ? now.tierId : tierId),
      ...(isOther && { next: { type: renewsAs, ...tierOf(tierId) } }),
      totalSpent: fromHundredths(spent),
    }
  })
}

export async function shownOne(db: Db, subscription: door.Subscription): Promise<Wire> {
  const [one] = await shown(db, [subscription])
  if (!one) throw new Error('one row is shown as one')
  return one
}

const nobody = (id: string) => ({ _id: id, name: '', username: '' })

/** Fans by id. */
export async function fansOf(db: Db, ids: readonly string[]): Promise<(id: string) => UserCard> {
  const cards = await profiles.userCards(db, ids)
  return (id) => cards.get(id) ?? nobody(id)
}

/** Performers by id. Someone who left is no card to show elsewhere, but their name stays in one's own history. */
export async function performersOf(db: Db, ids: readonly string[]): Promise<(id: string) => PerformerCard> {
  const [cards, people] = [await profiles.cards(db, ids), await fansOf(db, ids)]
  return (id) => cards.get(id) ?? { ...people(id), isOnline: false, isVerified: false }
}

export async function shownGifts(db: Db, gifts: readonly door.Gift[]): Promise<Gift[]> {
  const fans = await fansOf(
    db,
    gifts.flatMap(({ giverId, recipientId }) => [giverId, recipientId]),
  )
  const performers = await performersOf(
    db,
    gifts.map(({ performerId }) => performerId),
  )
  const tiers = await door.tiers.named(
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

export function shownTier({ id, name, description, benefits, freeMessages, ...prices }: door.tiers.Tier): Tier {
  return {
    _id: id,
    name,
    description,
    benefits,
    freeMessages,
    monthlyPrice: fromHundredths(prices.monthlyPrice),
    ...(prices.threeMonthPrice !== null && { threeMonthPrice: fromHundredths(prices.threeMonthPrice) }),
    ...(prices.sixMonthPrice !== null && { sixMonthPrice: fromHundredths(prices.sixMonthPrice) }),
    ...(prices.yearlyPrice !== null && { yearlyPrice: fromHundredths(prices.yearlyPrice) }),
  }
}

/** @param ofSite the site's currency */
export function shownOwnTier(tier: door.tiers.Tier, totalSubscribers: number, ofSite: string): OwnTier {
  return {
    ...shownTier(tier),
    totalSubscribers,
    ...(tier.currency !== ofSite && { pricesIn: tier.currency }),
    ...(tier.retiredAt && { retiredAt: tier.retiredAt.toISOString() }),
  }
}

export function shownPromotion({
  id,
  percentOff,
  appliesTo,
  types,
  tierId,
  startsAt,
  endsAt,
  maxUses,
  used,
}: door.promotions.Promotion): Promotion {
  return {
    _id: id,
    percentOff,
    appliesTo,
    types,
    ...(tierId && { tierId }),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(maxUses !== null && { left: maxUses - used }),
  }
}

export function shownOwnPromotion(promotion: door.promotions.Promotion, now: Date): OwnPromotion {
  const { used, maxUses, endedAt, endsAt } = promotion
  return {
    ...shownPromotion(promotion),
    used,
    ...(maxUses !== null && { maxUses }),
    state: door.promotions.stateOf(promotion, now),
    endsAt: (endedAt && endedAt < endsAt ? endedAt : endsAt).toISOString(),
  }
}
