import { endpoints, Page, Paging } from '#contract/endpoint.ts'
import { Feed } from '#contract/catalogue/feeds.ts'

export const bookmarks = endpoints({
  /** Newest kept first; what has since been hidden from the reader is left out. */
  feeds: { method: 'GET', path: '/reactions/feeds/bookmark', for: 'member', summary: 'Posts I kept', query: Paging, reply: Page(Feed) },
  /** What I unlocked, newest first; it stays readable after a block and after its creator deleted it (calls.md, house rules). */
  bought: { method: 'GET', path: '/user/feeds/bought', for: 'member', summary: 'Posts I unlocked', query: Paging, reply: Page(Feed) },
})
