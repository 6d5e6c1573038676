import { rooms as table } from '#contract/talk/rooms.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

export const handlers: Handlers<typeof table> = {
  roomOf: async (call, { id }) => rooms.show(call.db, asking(call), await rooms.ofPerformer(call.db, asking(call), id)),
  room: (call, { id }) => rooms.show(call.db, asking(call), id),
  async updateRoom(call, { id, ...edit }) {
    await call.db.transaction((tx) => rooms.update(tx, asking(call), id, edit))
    return rooms.show(call.db, asking(call), id)
  },
  publicMessages: (call, { id, ...window }) => rooms.page(call.db, asking(call), id, window),
  roomMessages: (call, { id, ...window }) => rooms.page(call.db, asking(call), id, window),
  roomChanges: (call, { id, ...from }) => rooms.changes(call.db, asking(call), id, from),
  // Kept under its name in its own row, in the statement that writes it.
  say: (call, { id, ...line }) => rooms.say(call.db, asking(call), id, line),
  async clearRoom(call, { id }) {
    const change = await call.db.transaction((tx) => rooms.clear(tx, asking(call), id))
    return { cleared: true, change }
  },
}

function asking<Who extends Viewer>(call: Call<Who>): { viewer: Who; country: string | undefined } {
  return { viewer: call.viewer, country: call.country() }
}
