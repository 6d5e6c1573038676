import { search as table } from '#contract/windows/search.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as search from '#server/windows/search/search.ts'

export const handlers: Handlers<typeof table> = {
  everything: (call, { q }) => search.everything(call.db, readerOf(call), q),
  note: async (call, { keyword }) => ({ noted: await search.note(call.db, idOf(call.viewer) ?? call.ip, keyword) }),
  keywords: (call, { q = '', limit }) => search.keywords(call.db, q, limit),
}
