import type { Product } from '#contract/catalogue/shop.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const orders = ['latest', 'popular', 'price'] as const
export interface ProductFilter {
  q?: string
  performerId?: string
  excludedId?: string
  type?: Product['type']
  sortBy?: (typeof orders)[number]
}

export function listed(filter: ProductFilter, { offset }: After, limit = 24): Query<Paged<Product>> {
  const input = { ...filter, limit, offset }
  return { key: ['shop.products', input], ask: (api) => api.shop.products(input) }
}
