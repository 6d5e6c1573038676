import type { Reply } from '#contract/endpoint.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { search } from '#contract/windows/search.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const kinds = ['performers', 'feeds', 'videos', 'galleries', 'products'] as const
export type Kind = (typeof kinds)[number]
export type Everything = Reply<(typeof search)['everything']>
export type Keywords = Reply<(typeof search)['keywords']>

export function everything(q: string): Query<Everything> {
  return { key: ['search.everything', { q }], ask: (api) => api.search.everything({ q }) }
}

/** What people look for; with the beginning of a word, what begins with it. */
export function keywords(q: string): Query<Keywords> {
  return { key: ['search.keywords', { q }], ask: (api) => api.search.keywords({ ...(q && { q }), limit: 10 }) }
}

export function posts(q: string, { offset }: After): Query<Paged<Feed>> {
  const input = { scope: 'all' as const, q, limit: 10, offset }
  return { key: ['timeline.home', input], ask: (api) => api.timeline.home(input) }
}
