import { showing as table } from '#contract/catalogue/showing.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'

export const handlers: Handlers<typeof table> = {
  async coming(call, { kind, id }) {
    return showing.coming(call.db, access.readerOf(call), kind, id)
  },
}
