import type { switching as table } from '#contract/people/switching.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as door from '#server/people/switching/switching.ts'

export const handlers: Handlers<typeof table> = {
  async accounts({ db, viewer }, { q }) {
    const found = await door.switchable(db, viewer, q)
    const pictures = await profiles.picturesOf(
      db,
      found.map(({ id }) => id),
    )
    return found.map(({ id, username, name, role, relation }) => {
      const avatar = pictures.get(id)?.avatar
      return { _id: id, username, name, ...(avatar && { avatar }), role, relation }
    })
  },

  async go(call, { accountId, reason }) {
    const { viewer, ip, userAgent } = call
    const present = call.cookies.get('token')
    const before = await accounts.sessionBefore(call)
    // To and fro between one's own two: the same two sessions.
    if (before && before.accountId === accountId && before.expiresAt && (await door.isOwn(call.db, viewer, accountId))) {
      accounts.switchCookies(call, { token: before.token, expiresAt: before.expiresAt }, present)
      return { token: before.token, expiresAt: before.expiresAt.toISOString() }
    }
    const session = await call.db.transaction(async (tx) => {
      // A browser keeps one session besides the present one.
      if (before) await accounts.endSession(tx, before.accountId, before.sessionId)
      return door.go(tx, viewer, accountId, { reason, ip, userAgent })
    })
    accounts.switchCookies(call, session, present)
    return { token: session.token, expiresAt: session.expiresAt.toISOString() }
  },

  async back(call) {
    const { viewer, ip } = call
    const before = await accounts.sessionBefore(call)
    if (!before && !(viewer.kind === 'member' && viewer.actorId !== undefined)) refuse('account_not_yours')
    if (viewer.kind === 'member') await call.db.transaction((tx) => accounts.leave(tx, viewer, ip))
    accounts.switchCookies(call, before?.expiresAt && { token: before.token, expiresAt: before.expiresAt }, undefined)
    return before?.expiresAt ? { token: before.token, expiresAt: before.expiresAt.toISOString() } : {}
  },
}
