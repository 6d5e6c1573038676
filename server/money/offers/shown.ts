// What a performer offers as it travels: amounts in money.
import type { OwnPromotion, OwnTier, Promotion, Tier } from '#contract/money/offers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { promotions, type tiers } from '#server/money/offers/offers.ts'

export function shownTier({ id, name, description, benefits, freeMessages, ...prices }: tiers.Tier): Tier {
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
export function shownOwnTier(tier: tiers.Tier, totalSubscribers: number, ofSite: string): OwnTier {
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
}: promotions.Promotion): Promotion {
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

export function shownOwnPromotion(promotion: promotions.Promotion, now: Date): OwnPromotion {
  const { used, maxUses, endedAt, endsAt } = promotion
  return {
    ...shownPromotion(promotion),
    used,
    ...(maxUses !== null && { maxUses }),
    state: promotions.stateOf(promotion, now),
    endsAt: (endedAt && endedAt < endsAt ? endedAt : endsAt).toISOString(),
  }
}
