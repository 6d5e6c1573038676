// Prices by length as a creator types them.
import type { Prices } from '#web/money/offers/offer.ts'
import { exact } from '#web/app/amounts.ts'
import { amountIn } from '#web/app/typed-amount.ts'

export const priceFields = ['monthlyPrice', 'threeMonthPrice', 'sixMonthPrice', 'yearlyPrice'] as const
export type PriceField = (typeof priceFields)[number]
export type PriceDraft = Record<PriceField, string>

const length: Readonly<Record<PriceField, number>> = { monthlyPrice: 1, threeMonthPrice: 3, sixMonthPrice: 6, yearlyPrice: 12 }

export function draftOf(prices: Prices | undefined): PriceDraft {
  const typed = (price: number | undefined) => (price === undefined ? '' : Number.isInteger(price) ? String(price) : price.toFixed(2))
  return {
    monthlyPrice: typed(prices?.monthlyPrice),
    threeMonthPrice: typed(prices?.threeMonthPrice),
    sixMonthPrice: typed(prices?.sixMonthPrice),
    yearlyPrice: typed(prices?.yearlyPrice),
  }
}

interface Bounds {
  minimum: number
  maximum: number
}

/** The site's bounds of a price: a bundle's are those of a month times its months, a year's are not multiplied. */
export function boundsOf(field: PriceField, { minimum, maximum }: Bounds): Bounds {
  const times = field === 'threeMonthPrice' ? 3 : field === 'sixMonthPrice' ? 6 : 1
  return { minimum: exact(minimum * times), maximum: maximum * times }
}

/** In whole percent against single months; undefined while one of them is no price. */
export function savingIn(draft: PriceDraft, field: PriceField): number | undefined {
  const [month, price] = [amountIn(draft.monthlyPrice), amountIn(draft[field])]
  return month && price ? Math.round((1 - price / (month * length[field])) * 100) : undefined
}

/** The most that a shorter time costs: a longer one costs no less. */
export function leastOf(draft: PriceDraft, field: PriceField): number {
  return Math.max(0, ...priceFields.filter((shorter) => length[shorter] < length[field]).map((shorter) => amountIn(draft[shorter]) ?? 0))
}

/** What is wrong with a price. An empty bundle is not sold; a month needs its price. */
export function wrongPrice(draft: PriceDraft, field: PriceField, site: Bounds): 'price' | 'bounds' | 'order' | undefined {
  if (draft[field].trim() === '' && field !== 'monthlyPrice') return undefined
  const price = amountIn(draft[field])
  const { minimum, maximum } = boundsOf(field, site)
  if (!price) return 'price'
  if (price < minimum || price > maximum) return 'bounds'
  return price < leastOf(draft, field) ? 'order' : undefined
}

/** null takes a bundle away. */
export function sentPrices(draft: PriceDraft) {
  return {
    monthlyPrice: amountIn(draft.monthlyPrice) ?? 0,
    threeMonthPrice: amountIn(draft.threeMonthPrice) ?? null,
    sixMonthPrice: amountIn(draft.sixMonthPrice) ?? null,
    yearlyPrice: amountIn(draft.yearlyPrice) ?? null,
  }
}
