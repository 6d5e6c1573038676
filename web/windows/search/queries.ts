import type { ReplyTo } from '#contract/client.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const kinds = ['performers', 'feeds', 'videos', 'galleries', 'products'] as const
export type Kind = (typeof kinds)[number]
export type Everything = ReplyTo<'search.everything'>
export type Keywords = ReplyTo<'search.keywords'>

export function everything(q: string): Query<Everything> {
  return query('search.everything', { q })
}

/** What people look for; with the beginning of a word, what begins with it. */
export function keywords(q: string): Query<Keywords> {
  return query('search.keywords', { ...(q && { q }), limit: 10 })
}

export function posts(q: string, { offset }: After): Query<Paged<Feed>> {
  const input = { scope: 'all' as const, q, limit: 10, offset }
  return query('timeline.home', input)
}
