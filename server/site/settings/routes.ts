import { settings } from '#contract/site/settings.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { publicSettings } from '#server/site/settings/settings.ts'

export const handlers: Handlers<typeof settings> = {
  public: (call) => publicSettings(call.db),

  async keys(call, { keys }) {
    const all: Record<string, unknown> = await publicSettings(call.db)
    return Object.fromEntries(keys.filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]]))
  },
}
