import type { ReplyTo } from '#contract/client.ts'
import type { Static } from 'typebox'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Product } from '#contract/catalogue/shop.ts'
import type { Video } from '#contract/catalogue/videos.ts'
import type { WorkKind } from '#contract/catalogue/work.ts'
import type { PerformerListing } from '#contract/people/person.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const keptKinds = ['feed', 'video', 'gallery', 'product', 'performer'] as const
export type KeptKind = (typeof keptKinds)[number]
export const boughtKinds = ['feed', 'video', 'gallery', 'product'] as const
export type Bought = ReplyTo<'bookmarks.bought'>['data'][number]

/** What I kept of each kind, newest first. */
export const kept = {
  feed: ({ offset }: After): Query<Paged<Feed>> => {
    const input = { limit: 10, offset }
    return query('bookmarks.feeds', input)
  },
  video: ({ offset }: After): Query<Paged<Video>> => {
    const input = { limit: 24, offset }
    return query('bookmarks.videos', input)
  },
  gallery: ({ offset }: After): Query<Paged<Gallery>> => {
    const input = { limit: 24, offset }
    return query('bookmarks.galleries', input)
  },
  product: ({ offset }: After): Query<Paged<Product>> => {
    const input = { limit: 24, offset }
    return query('bookmarks.products', input)
  },
  performer: ({ offset }: After): Query<Paged<PerformerListing>> => {
    const input = { limit: 24, offset }
    return query('bookmarks.performers', input)
  },
}

/** What I unlocked, newest first: of one kind, or of all. */
export function bought(kind: Static<typeof WorkKind> | undefined, { offset }: After): Query<Paged<Bought>> {
  const input = { limit: 12, offset, ...(kind && { kind }) }
  return query('bookmarks.bought', input)
}
