import type { Input } from '#contract/endpoint.ts'
import { bookmarks as table } from '#contract/windows/bookmarks.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'
import type { Window } from '#server/windows/bookmarks/queries.ts'

const dayMs = 86_400_000

/** Days are UTC's, and the last one counts whole. */
function windowOf({ fromDate, toDate, sort, limit, offset }: Input<(typeof table)['feeds']>): Window {
  return {
    limit,
    offset,
    sort,
    from: fromDate === undefined ? undefined : new Date(fromDate),
    until: toDate === undefined ? undefined : new Date(Date.parse(toDate) + dayMs),
  }
}

export const handlers: Handlers<typeof table> = {
  feeds: (call, asked) => bookmarks.kept(call.db, readerOf(call), 'feed', feeds.show, windowOf(asked)),
  galleries: (call, asked) => bookmarks.kept(call.db, readerOf(call), 'gallery', galleries.show, windowOf(asked)),
  videos: (call, asked) => bookmarks.kept(call.db, readerOf(call), 'video', videos.show, windowOf(asked)),
  products: (call, asked) => bookmarks.kept(call.db, readerOf(call), 'product', shop.show, windowOf(asked)),
  performers: (call, asked) => bookmarks.performers(call.db, readerOf(call), windowOf(asked)),
  bought: (call, { kind, ...asked }) => bookmarks.bought(call.db, readerOf(call), kind, windowOf(asked)),
}
