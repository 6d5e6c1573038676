import { reference } from '#contract/site/reference.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/site/reference/reference.ts'

export const handlers: Handlers<typeof reference> = {
  bodyInfo: async (call) => door.bodyInfo(call.language),
  locales: async () => door.locales(),
}
