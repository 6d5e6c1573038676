import { captcha } from '#contract/site/captcha.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/site/captcha/captcha.ts'

export const handlers: Handlers<typeof captcha> = {
  verify: (call, { token }) => door.verify(call.db, token, call.host),

  async challenge(call, { action }) {
    const { challenge, expiresAt } = await door.challenge(call.db, action)
    return { challenge, expiresAt: expiresAt.toISOString() }
  },
}
