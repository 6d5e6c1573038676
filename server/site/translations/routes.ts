import { translations } from '#contract/site/translations.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/site/translations/translations.ts'

export const handlers: Handlers<typeof translations> = {
  async search(call, { locale }) {
    const data = await door.search(call.db, locale)
    return { data, total: data.length }
  },
}
