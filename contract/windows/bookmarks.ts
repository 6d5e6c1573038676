import Type from 'typebox'
import { endpoints, Instant, Page, SortedQuery } from '#contract/endpoint.ts'
import { Feed } from '#contract/catalogue/feeds.ts'
import { Gallery } from '#contract/catalogue/galleries.ts'
import { Product } from '#contract/catalogue/shop.ts'
import { Video } from '#contract/catalogue/videos.ts'
import { WorkKind } from '#contract/catalogue/work.ts'
import { PerformerListing } from '#contract/people/person.ts'

/** A work of any kind: `kind` says which of the four is there. */
export const AnyWork = Type.Object({
  kind: WorkKind,
  feed: Type.Optional(Feed),
  gallery: Type.Optional(Gallery),
  video: Type.Optional(Video),
  product: Type.Optional(Product),
})

/** Newest kept first, unless sorted the other way, and from the days asked for; what has since been hidden from the reader is left out. */
const kept = { method: 'GET', for: 'member', query: SortedQuery(['createdAt'], {}) } as const
export const bookmarks = endpoints({
  feeds: { ...kept, path: '/reactions/feeds/bookmark', summary: 'Posts I kept', reply: Page(Feed) },
  galleries: { ...kept, path: '/reactions/galleries/bookmark', summary: 'Galleries I kept', reply: Page(Gallery) },
  videos: { ...kept, path: '/reactions/videos/bookmark', summary: 'Videos I kept', reply: Page(Video) },
  products: { ...kept, path: '/reactions/products/bookmark', summary: 'Products I kept', reply: Page(Product) },
  performers: { ...kept, path: '/reactions/performers/bookmark', summary: 'Performers I kept', reply: Page(PerformerListing) },
  /** What I unlocked, newest first; it stays readable after a block and after its creator deleted it (calls.md, house rules). */
  bought: {
    method: 'GET',
    path: '/user/bought',
    for: 'member',
    inClosedCountry: true,
    summary: 'What I unlocked',
    query: SortedQuery(['createdAt'], { kind: Type.Optional(WorkKind) }),
    reply: Page(Type.Interface([AnyWork], { boughtAt: Instant })),
  },
})
