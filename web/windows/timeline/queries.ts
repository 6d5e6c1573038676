import type { Feed } from '#contract/catalogue/feeds.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

export const scopes = ['following', 'discover', 'subscribed'] as const
export const kinds = ['text', 'photo', 'video', 'audio', 'scheduled-streaming'] as const
export interface HomeFilter {
  scope: (typeof scopes)[number]
  type?: (typeof kinds)[number]
}

export function home(filter: HomeFilter, { cursor }: After): Query<Paged<Feed>> {
  const input = { ...filter, limit: 10, offset: 0, ...(cursor !== undefined && { cursor }) }
  return query('timeline.home', input)
}
