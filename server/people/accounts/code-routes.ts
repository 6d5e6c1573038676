import type { codes } from '#contract/people/codes.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { say } from '#server/platform/words/words.ts'
import * as door from '#server/people/accounts/accounts.ts'
import { passwordSet, readerOf } from '#server/people/accounts/signed-in.ts'

export const handlers: Handlers<typeof codes> = {
  async verifyByCode(call, typed) {
    const link = await door.linkOfCode(call.db, 'verify_email', typed)
    await call.db.transaction((tx) => door.verifyEmail(tx, link, readerOf(call.viewer)))
    return { message: say(call.language, 'accounts.said.verified') }
  },

  async resetByCode(call, { password, ...typed }) {
    // Before the code is looked at: it takes its time, and as long for an address that nobody has.
    const passwordHash = await door.hashChosen(password)
    const link = await door.linkOfCode(call.db, 'reset_password', typed)
    return passwordSet(call, (tx) => door.resetPassword(tx, link, passwordHash))
  },
}
