import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

/** What I kept, newest first. */
export function kept({ offset }: After): Query<Paged<Feed>> {
  const input = { limit: 10, offset }
  return { key: ['bookmarks.feeds', input], ask: (api) => api.bookmarks.feeds(input) }
}

/** What I unlocked, newest first. */
export function bought({ offset }: After): Query<Paged<Feed>> {
  const input = { limit: 10, offset }
  return { key: ['bookmarks.bought', input], ask: (api) => api.bookmarks.bought(input) }
}
