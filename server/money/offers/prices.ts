// What a subscription costs now: the creator's own prices, or a tier's, by length. Before they were said, and in another currency, they are none.
import type { PaidType } from '#contract/money/offers.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as tiers from '#server/money/offers/tier-queries.ts'
import { current } from '#server/site/settings/settings.ts'

export type { PaidType } from '#contract/money/offers.ts'

/** Minor units, for a whole period of each length; null where that length is not sold. */
export interface Lengths {
  monthlyPrice: number
  threeMonthPrice: number | null
  sixMonthPrice: number | null
  yearlyPrice: number | null
}

export interface Prices extends Lengths {
  currency: string
}

const fields = { monthly: 'monthlyPrice', three_months: 'threeMonthPrice', six_months: 'sixMonthPrice', yearly: 'yearlyPrice' } as const

export function priceIn(prices: Lengths, type: PaidType): number | null {
  return prices[fields[type]]
}

/** What is sold, and for money of which currency. */
export interface Sold {
  performerId: string
  tierId: string | null
  currency: string
}

/** Undefined when a performer has no such tier or it was retired, and while the prices are in another currency or were never said. */
export async function pricesOf(db: Db, { performerId, tierId, currency }: Sold): Promise<Prices | undefined> {
  const prices = tierId === null ? await own(db, performerId) : await soldTier(db, performerId, tierId)
  return prices?.currency === currency ? prices : undefined
}

async function own(db: Db, performerId: string): Promise<Prices | undefined> {
  const profile = await profiles.find(db, performerId)
  return profile && profiles.sellsFor(profile, profile.currency) ? profile : undefined
}

async function soldTier(db: Db, performerId: string, tierId: string): Promise<Prices | undefined> {
  const tier = await tiers.byId(db, tierId)
  return tier?.performerId === performerId && !tier.retiredAt ? tier : undefined
}

/** What a single month of the same is listed at, sold or not; a share of the whole where it is in another currency by now. */
export async function monthPriceOf(
  db: Db,
  { performerId, tierId, currency }: Sold,
  whole: { price: number; months: number },
): Promise<number> {
  const prices = tierId === null ? await profiles.find(db, performerId) : await tiers.byId(db, tierId)
  return prices?.currency === currency ? prices.monthlyPrice : Math.ceil(whole.price / whole.months)
}

/** @throws not_for_sale */
export async function priceOf(db: Db, type: PaidType, of: Sold): Promise<number> {
  const prices = (await pricesOf(db, of)) ?? refuse('not_for_sale')
  return priceIn(prices, type) ?? refuse('not_for_sale')
}

/** What each of these would cost others now: by performer, tier and length; null where it is not sold any more, or not for that money. */
export async function listedPrices(db: Db, of: readonly (Sold & { renewsAs: PaidType })[]): Promise<(number | null)[]> {
  const profileOf = await profiles.findAll(db, [...new Set(of.map(({ performerId }) => performerId))])
  const tierIds = [...new Set(of.flatMap(({ tierId }) => tierId ?? []))]
  const tierOf = new Map((tierIds.length > 0 ? await tiers.byIds(db, tierIds) : []).map((tier) => [tier.id, tier]))
  const { currency: ofSite } = await current(db)
  return of.map(({ performerId, tierId, renewsAs, currency }) => {
    const tier = tierId ? tierOf.get(tierId) : undefined
    const profile = profileOf.get(performerId)
    const prices = tierId ? (tier?.retiredAt ? undefined : tier) : profile?.pricedAt ? profile : undefined
    return prices && prices.currency === currency && currency === ofSite ? priceIn(prices, renewsAs) : null
  })
}
