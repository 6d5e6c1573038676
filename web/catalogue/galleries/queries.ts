import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const orders = ['latest', 'popular', 'price'] as const
export interface GalleryFilter {
  q?: string
  performerId?: string
  excludedId?: string
  tag?: string
  isSale?: Gallery['isSale']
  sortBy?: (typeof orders)[number]
}

export function listed(filter: GalleryFilter, { offset }: After, limit = 24): Query<Paged<Gallery>> {
  const input = { ...filter, limit, offset }
  return { key: ['galleries.search', input], ask: (api) => api.galleries.search(input) }
}
