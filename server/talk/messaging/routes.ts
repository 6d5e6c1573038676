import { messaging as table } from '#contract/talk/messaging.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'

export const handlers: Handlers<typeof table> = {
  conversations: (call, page) => messaging.inbox(call.db, actorOf(call), {}, page),
  search: (call, { limit, offset, ...wanted }) => messaging.inbox(call.db, actorOf(call), wanted, { limit, offset }),
  async begin(call, wanted) {
    const actor = actorOf(call)
    const id = await call.db.transaction((tx) => messaging.begin(tx, actor, wanted))
    return messaging.showOne(call.db, actor, id)
  },
  conversation: (call, { id }) => messaging.showOne(call.db, actorOf(call), id),
  async arrange(call, { id, ...how }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.arrange(tx, actor, id, how))
    return messaging.showOne(call.db, actor, id)
  },
  messages: (call, { id, ...window }) => messaging.page(call.db, actorOf(call), id, window),
  changes: (call, { id, ...from }) => messaging.changes(call.db, actorOf(call), id, from),
  // Kept under its name in its own row, in the statement that writes it: the name is the client's, or else the key.
  send: {
    async withoutTx(call, { id, clientId, ...draft }) {
      const actor = actorOf(call)
      const name = clientId ?? (call.attempt && `${messaging.keyed}${call.attempt.key}`)
      return messaging.showMessage(call.db, actor, await messaging.send(call.db, actor, id, { ...draft, clientId: name }))
    },
  },
  async edit(call, { id, text }) {
    const actor = actorOf(call)
    await call.db.transaction((tx) => messaging.edit(tx, actor, id, text))
    return messaging.showMessage(call.db, actor, id)
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => messaging.remove(tx, actorOf(call), id))
    return { deleted: true }
  },
  totalUnread: async ({ db, viewer }) => ({ total: await messaging.totalUnread(db, viewer) }),
  async readAll({ db, viewer }, { id, to }) {
    const { unread: total, readTo, change } = await messaging.markReadWhole(db, viewer.accountId, id, to)
    return { total, readTo, change }
  },
}

function actorOf(call: Call<Member>): messaging.Actor {
  return { viewer: call.viewer, country: call.country() }
}
