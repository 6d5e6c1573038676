import { directory as table } from '#contract/windows/directory.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import * as directory from '#server/windows/directory/directory.ts'

const readerOf = (call: Call) => ({ viewer: call.viewer, country: call.country() })

export const handlers: Handlers<typeof table> = {
  performer: (call, { id }) => directory.profile(call.db, readerOf(call), id),
  search: (call, { limit, offset, ...asked }) => directory.search(call.db, readerOf(call), asked, { limit, offset }),
  followers: (call, page) => directory.followers(call.db, call.viewer.accountId, page),
}
