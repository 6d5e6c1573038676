import { notifications as table } from '#contract/talk/notifications.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

export const handlers: Handlers<typeof table> = {
  list: (call, wanted) => notifications.list(call.db, { ...asking(call), language: call.language }, wanted),
  totalUnread: async (call) => ({ total: await notifications.totalUnread(call.db, asking(call)) }),
  async read(call, which) {
    await call.db.transaction((tx) => notifications.markRead(tx, call.viewer.accountId, which))
    return { total: await notifications.totalUnread(call.db, asking(call)) }
  },
  preferences: (call) => notifications.preferencesOf(call.db, call.viewer.accountId),
  async prefer(call, wish) {
    await call.db.transaction((tx) => notifications.prefer(tx, call.viewer.accountId, wish))
    return notifications.preferencesOf(call.db, call.viewer.accountId)
  },
  pushKey: (call) => notifications.pushKey(call.db, call.viewer.sessionId),
  subscribe: (call, device) => notifications.subscribe(call.db, asking(call), device),
  async unsubscribeDevice(call, { id }) {
    await call.db.transaction((tx) => notifications.unsubscribeDevice(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
  unsubscribe: (call, { token }) => call.db.transaction((tx) => notifications.unsubscribe(tx, token)),
  resubscribe: (call, { token }) => call.db.transaction((tx) => notifications.resubscribe(tx, token)),
  letterLink: (call, { token }) => notifications.letterLink(call.db, token),
}

const asking = (call: Call<Member>): notifications.Asking => ({ viewer: call.viewer, country: call.country() })
