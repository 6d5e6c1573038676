import { bookmarks as table } from '#contract/windows/bookmarks.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'

const readerOf = (call: Call<Member>): bookmarks.Reader => ({ viewer: call.viewer, country: call.country() })

export const handlers: Handlers<typeof table> = {
  feeds: (call, page) => bookmarks.kept(call.db, readerOf(call), page),
  bought: (call, page) => bookmarks.bought(call.db, readerOf(call), page),
}
