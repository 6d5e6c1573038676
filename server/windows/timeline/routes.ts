import { timeline as table } from '#contract/windows/timeline.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import { mediumOf } from '#server/catalogue/feeds/feeds.ts'
import * as timeline from '#server/windows/timeline/timeline.ts'

export const handlers: Handlers<typeof table> = {
  home(call, { scope, performerId, cursor, limit, offset, type, isFree, q, hashtag, ...days }) {
    return timeline.home(call.db, readerOf(call), {
      scope,
      performerId,
      cursor,
      limit,
      offset,
      text: q,
      tag: hashtag,
      filter: { medium: type && mediumOf(type), isFree, ...days },
    })
  },
}
