import type { front as table } from '#contract/windows/front.ts'
import { readerOf } from '#server/catalogue/access/access.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as front from '#server/windows/front/front.ts'

export const handlers: Handlers<typeof table> = {
  landing: (call) => front.landing(call.db, readerOf(call)),
  beginning: (call) => front.beginning(call.db, readerOf(call)),
}
