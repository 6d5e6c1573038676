// What there is to choose when subscribing, and what it costs: lengths, a creator's tiers, and the promotion that makes it least.
import type { PaidType, Promotion, Tier } from '#contract/money/offers.ts'
import { exact } from '#web/app/amounts.ts'
import { hasCents } from '#web/ui/numbers.ts'

export type Plan = 'free' | PaidType

export interface Prices {
  monthlyPrice: number
  threeMonthPrice?: number | undefined
  sixMonthPrice?: number | undefined
  yearlyPrice?: number | undefined
}

/** Whether anybody can subscribe now: prices that were said in another currency than the site's rest, and come as 0. */
export function isOffered({ monthlyPrice }: Pick<Prices, 'monthlyPrice'>): boolean {
  return monthlyPrice > 0
}

export const months: Readonly<Record<PaidType, number>> = { monthly: 1, three_months: 3, six_months: 6, yearly: 12 }
export const paidPlans = ['monthly', 'three_months', 'six_months', 'yearly'] as const

export function isPlan(text: string | null): text is Plan {
  return text === 'free' || paidPlans.some((each) => each === text)
}

/** For the whole length; 0 for a trial and for what is not sold. */
export function priceOf(prices: Prices, plan: Plan): number {
  const { monthlyPrice, threeMonthPrice = 0, sixMonthPrice = 0, yearlyPrice = 0 } = prices
  return { free: 0, monthly: monthlyPrice, three_months: threeMonthPrice, six_months: sixMonthPrice, yearly: yearlyPrice }[plan]
}

export function paidPlansOf(prices: Prices): PaidType[] {
  return paidPlans.filter((plan) => priceOf(prices, plan) > 0)
}

/** In whole percent against so many single months; 0 where it saves nothing. */
export function savingOf(prices: Prices, plan: PaidType): number {
  return Math.max(0, Math.round((1 - priceOf(prices, plan) / (prices.monthlyPrice * months[plan])) * 100))
}

/** The most generous one that counts for this. */
export function promotionFor(promotions: readonly Promotion[], plan: Plan, tier: Tier | undefined): Promotion | undefined {
  if (plan === 'free') return undefined
  return promotions
    .filter(({ types, tierId }) => types.includes(plan) && (tierId === undefined || tierId === tier?._id))
    .toSorted((a, b) => b.percentOff - a.percentOff)[0]
}

/** Rounded up to the cent, or to the yen where there are none, as the server does. */
export function lowered(price: number, promotion: Promotion | undefined, currency: string): number {
  const step = hasCents(currency) ? 1 : 100
  return promotion ? exact((Math.ceil((Math.round(price * 100) * (100 - promotion.percentOff)) / 100 / step) * step) / 100) : price
}
