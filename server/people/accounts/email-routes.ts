import type { email } from '#contract/people/email.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { signInOf } from '#server/platform/http/viewer.ts'
import { say } from '#server/platform/words/words.ts'
import { linkOf } from '#server/people/accounts/codes-typed.ts'
import * as door from '#server/people/accounts/email-change.ts'
import { hashChosen } from '#server/people/accounts/passwords.ts'
import { readerOf } from '#server/people/accounts/signed-in.ts'
import { proveOwner } from '#server/people/accounts/two-factor.ts'

export const handlers: Handlers<typeof email> = {
  async changeEmail(call, { email: wanted, currentPassword, code }) {
    const accountId = signInOf(call.viewer)
    const owner = { accountId, sessionId: call.viewer.sessionId, ip: call.ip, language: call.language }
    await proveOwner(call.db, owner, { currentPassword, code })
    await call.db.transaction((tx) => door.ask(tx, { accountId, email: wanted, language: call.language }, call.ip))
    return { message: say(call.language, 'accounts.said.change_sent') }
  },

  async confirmEmailByCode(call, { email: wanted, code }) {
    const accountId = signInOf(call.viewer)
    const { sessionId } = call.viewer
    const link = await linkOf(call.db, 'change_email', { email: wanted, code }, accountId)
    await call.db.transaction((tx) => door.confirm(tx, link, call.language, { accountId, sessionId }))
    return { message: say(call.language, 'accounts.said.email_changed') }
  },

  async confirmEmail(call, { token }) {
    await call.db.transaction((tx) => door.confirm(tx, token, call.language, readerOf(call.viewer)))
    return { message: say(call.language, 'accounts.said.email_changed') }
  },

  async undoEmail(call, { token, password }) {
    const passwordHash = await hashChosen(password)
    await call.db.transaction((tx) => door.undo(tx, token, passwordHash, call.language))
    return { message: say(call.language, 'accounts.said.email_undone') }
  },
}
