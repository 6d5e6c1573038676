import type { becoming as steps, me as table } from '#contract/windows/me.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as me from '#server/windows/me/me.ts'

export const handlers: Handlers<typeof table> = {
  user: (call) => me.currentUser(call.db, call.viewer, call.country()),
  performer: (call) => me.ownProfile(call.db, call.viewer),
  waiting: (call) => me.waiting(call.db, call.viewer.accountId),
  async updatePerformer(call, edit) {
    await call.db.transaction((tx) => me.editPerformer(tx, call.viewer.accountId, edit))
    return me.ownProfile(call.db, call.viewer)
  },
}

export const becoming: Handlers<typeof steps> = {
  becoming: (call) => me.becoming(call.db, call.viewer),
}
