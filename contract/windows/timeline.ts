import Type from 'typebox'
import { days, endpoints, Flag, Id, ListQuery, Page } from '#contract/endpoint.ts'
import { Feed, FeedType } from '#contract/catalogue/feeds.ts'

export const timeline = endpoints({
  /**
   * Newest first: of performers followed or subscribed to; for visitors, and with `scope=discover`, free posts of everyone; with
   * `scope=all` every post on show, locked ones in their locked form. With `q` or `hashtag` the scope's posts that match are paged by
   * offset: `q` is tolerant as in search, a prohibited term is refused in both.
   * `cursor` is stable while new posts arrive; offset works too, bounded. Blocks are applied, and what they hide is not counted.
   * `total` is counted with the first page, and a cursor carries it along.
   */
  home: {
    method: 'GET',
    path: '/user/feeds',
    for: 'anyone',
    summary: 'The home timeline',
    query: ListQuery({
      scope: Type.Optional(Type.Enum(['following', 'discover', 'subscribed', 'all'])),
      type: Type.Optional(FeedType),
      isFree: Type.Optional(Flag),
      performerId: Type.Optional(Id),
      q: Type.Optional(Type.String({ maxLength: 100 })),
      hashtag: Type.Optional(Type.String({ maxLength: 40 })),
      ...days,
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: Type.Object({ ...Page(Feed).properties, nextCursor: Type.Optional(Type.String()) }),
    refuses: ['prohibited_term'],
  },
})
