import { bookmarks as table } from '#contract/windows/bookmarks.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as shop from '#server/catalogue/shop/shop.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'

export const handlers: Handlers<typeof table> = {
  feeds: (call, page) => bookmarks.kept(call.db, readerOf(call), 'feed', feeds.show, page),
  galleries: (call, page) => bookmarks.kept(call.db, readerOf(call), 'gallery', galleries.show, page),
  videos: (call, page) => bookmarks.kept(call.db, readerOf(call), 'video', videos.show, page),
  products: (call, page) => bookmarks.kept(call.db, readerOf(call), 'product', shop.show, page),
  performers: (call, page) => bookmarks.performers(call.db, readerOf(call), page),
  bought: (call, { kind, ...page }) => bookmarks.bought(call.db, readerOf(call), kind, page),
}
