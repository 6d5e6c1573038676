import type { Feed } from '#contract/catalogue/feeds.ts'
import { query } from '#web/app/query.ts'

export interface OwnInput {
  limit: number
  offset: number
  type?: Feed['type']
  status?: Feed['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'totalLike'
  sort?: 'asc' | 'desc'
}

export const own = (input: OwnInput) => query('feeds.own', input)

export const ownOne = (id: string) => query('feeds.ownOne', { id })
