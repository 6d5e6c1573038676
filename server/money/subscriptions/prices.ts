// What a subscription costs now: the creator's own prices, or a tier's, by length.
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { PaidType } from '#server/money/subscriptions/calendar.ts'
import * as tiers from '#server/money/subscriptions/tier-queries.ts'

/** Minor units, for a whole period of each length; null where that length is not sold. */
export interface Prices {
  monthlyPrice: number
  threeMonthPrice: number | null
  sixMonthPrice: number | null
  yearlyPrice: number | null
}

const fields = { monthly: 'monthlyPrice', three_months: 'threeMonthPrice', six_months: 'sixMonthPrice', yearly: 'yearlyPrice' } as const

export function priceIn(prices: Prices, type: PaidType): number | null {
  return prices[fields[type]]
}

/** Undefined when a performer has no such tier or it was retired. */
export async function pricesOf(db: Db, performerId: string, tierId: string | null): Promise<Prices | undefined> {
  if (tierId === null) return profiles.find(db, performerId)
  const tier = await tiers.byId(db, tierId)
  return tier?.performerId === performerId && !tier.retiredAt ? tier : undefined
}

/** @throws not_for_sale */
export async function priceOf(db: Db, performerId: string, type: PaidType, tierId: string | null): Promise<number> {
  const prices = (await pricesOf(db, performerId, tierId)) ?? refuse('not_for_sale')
  return priceIn(prices, type) ?? refuse('not_for_sale')
}

/** What each of these would cost others now: by performer, tier and length; null where it is not sold any more. */
export async function listedPrices(
  db: Db,
  of: readonly { performerId: string; tierId: string | null; renewsAs: PaidType }[],
): Promise<(number | null)[]> {
  const profileOf = await profiles.findAll(db, [...new Set(of.map(({ performerId }) => performerId))])
  const tierIds = [...new Set(of.flatMap(({ tierId }) => tierId ?? []))]
  const tierOf = new Map((tierIds.length > 0 ? await tiers.byIds(db, tierIds) : []).map((tier) => [tier.id, tier]))
  return of.map(({ performerId, tierId, renewsAs }) => {
    const tier = tierId ? tierOf.get(tierId) : undefined
    const prices = tierId ? (tier?.retiredAt ? undefined : tier) : profileOf.get(performerId)
    return prices ? priceIn(prices, renewsAs) : null
  })
}
