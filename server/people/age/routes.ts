import type { age } from '#contract/people/age.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { ageCookie } from '#server/platform/http/serve.ts'
import { signInOf } from '#server/platform/http/viewer.ts'
import * as door from '#server/people/age/age.ts'

/** The browser that went: as long as an attempt is good for, and some more. */
const browserCookie = 'age_check'
const hourSeconds = 3600

export const handlers: Handlers<typeof age> = {
  async start(call, { redirect }) {
    const { viewer } = call
    const { url, browser } = await door.start(call.db, {
      browser: call.cookies.get(browserCookie),
      accountId: viewer.kind === 'member' ? signInOf(viewer) : null,
      redirect,
    })
    call.cookies.set(browserCookie, browser, { maxAgeSeconds: hourSeconds })
    return { url }
  },

  async result(call, back) {
    const { viewer } = call
    const found = await door.result(call.db, back, {
      browser: call.cookies.get(browserCookie),
      accountId: viewer.kind === 'member' ? signInOf(viewer) : undefined,
    })
    if (found.shown !== undefined) {
      const maxAgeSeconds = Math.floor((found.expiresAt.getTime() - call.db.now.getTime()) / 1000)
      call.cookies.set(ageCookie, found.shown, { maxAgeSeconds })
    }
    return { method: found.method, expiresAt: found.expiresAt.toISOString(), ...(found.goesTo !== '' && { redirect: found.goesTo }) }
  },
}
