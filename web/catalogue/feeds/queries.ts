import type { Feed } from '#contract/catalogue/feeds.ts'
import type { After, Paged } from '#web/app/Pages.tsx'
import { query, type Query } from '#web/app/query.ts'

export function one(id: string): Query<Feed> {
  return query('feeds.one', { id })
}

/** A performer's posts, pinned first; photos alone for the grid. */
export function ofPerformer(username: string, photosOnly: boolean, { offset }: After): Query<Paged<Feed>> {
  const input = { username, offset, limit: photosOnly ? 48 : 10, ...(photosOnly && { type: 'photo' as const }) }
  return query('feeds.ofPerformer', input)
}

/** Posts that match, everybody's or one performer's. */
export function found({ q, performerId }: { q?: string; performerId?: string }, { offset }: After): Query<Paged<Feed>> {
  const input = { scope: 'all' as const, limit: 10, offset, ...(q !== undefined && { q }), ...(performerId && { performerId }) }
  return query('timeline.home', input)
}
