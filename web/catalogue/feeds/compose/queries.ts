import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Query } from '#web/app/query.ts'

export interface OwnInput {
  limit: number
  offset: number
  type?: Feed['type']
  status?: Feed['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'totalLike'
  sort?: 'asc' | 'desc'
}

export const own = (input: OwnInput): Query<{ data: Feed[]; total: number }> => ({
  key: ['feeds.own', input],
  ask: (api) => api.feeds.own(input),
})

export const ownOne = (id: string): Query<Feed> => ({ key: ['feeds.ownOne', id], ask: (api) => api.feeds.ownOne({ id }) })
