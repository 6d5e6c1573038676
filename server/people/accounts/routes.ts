import { accounts } from '#contract/people/accounts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { signInOf } from '#server/platform/http/viewer.ts'
import { say } from '#server/platform/words/words.ts'
import { from, keepDevice, passwordSet, readerOf, signedIn } from '#server/people/accounts/signed-in.ts'
import * as door from '#server/people/accounts/accounts.ts'
import { handlers as codes } from '#server/people/accounts/code-routes.ts'
import { handlers as email } from '#server/people/accounts/email-routes.ts'
import { handlers as passkeys } from '#server/people/accounts/passkey-routes.ts'
import { handlers as sessions } from '#server/people/accounts/session-routes.ts'
import { handlers as twoFactor } from '#server/people/accounts/two-factor-routes.ts'

const own: Handlers<typeof accounts> = {
  async login(call, { username, password, remember }) {
    return signedIn(call, await door.login(call.db, { username, password, remember, ...from(call) }))
  },

  async logout(call) {
    const { viewer } = call
    const before = await door.sessionBefore(call)
    await call.db.transaction(async (tx) => {
      if (viewer.kind === 'member') await door.leave(tx, viewer, call.ip)
      if (before) await door.endSession(tx, before.accountId, before.sessionId)
    })
    call.cookies.clear('token')
    if (call.cookies.get('originalToken') !== undefined) call.cookies.clear('originalToken')
    return { loggedOut: true }
  },

  async register(call, person) {
    const referralCode = await door.codeOf(call, person.referralCode)
    const session = await door.register(call.db, { ...person, referralCode, ...from(call) }, call.language)
    door.forgetArrival(call.cookies)
    return session ? signedIn(call, session) : { message: say(call.language, 'accounts.said.verify') }
  },

  async resendVerification(call, { email }) {
    await call.db.transaction((tx) => door.askForLink(tx, email, 'verify_email', call.language))
    return { message: say(call.language, 'accounts.said.verification_sent') }
  },

  async verifyEmail(call, { token }) {
    await call.db.transaction((tx) => door.verifyEmail(tx, token, readerOf(call.viewer)))
    return { message: say(call.language, 'accounts.said.verified') }
  },

  async forgot(call, { email }) {
    await call.db.transaction((tx) => door.askForLink(tx, email, 'reset_password', call.language))
    return { message: say(call.language, 'accounts.said.reset_sent') }
  },

  async reset(call, { token, password }) {
    const passwordHash = await door.hashChosen(password)
    return passwordSet(call, (tx) => door.resetPassword(tx, token, passwordHash))
  },

  async changePassword(call, { password, currentPassword }) {
    const { sessionId } = call.viewer
    const who = { accountId: signInOf(call.viewer), sessionId, ip: call.ip, device: call.cookies.get('device') }
    keepDevice(call, await door.changePassword(call.db, who, { password, currentPassword }, call.language))
    return { message: say(call.language, 'accounts.said.password_changed') }
  },

  async update(call, edit) {
    const { id, name, username } = await call.db.transaction((tx) => door.update(tx, call.viewer.accountId, edit))
    return { _id: id, name, username }
  },
}

export const handlers = { ...own, ...codes, ...email, ...passkeys, ...sessions, ...twoFactor }
