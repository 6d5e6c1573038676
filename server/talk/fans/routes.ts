import { fans as table } from '#contract/talk/fans.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as fans from '#server/talk/fans/fans.ts'

export const handlers: Handlers<typeof table> = {
  lists: ({ db, viewer }) => fans.lists(db, viewer.accountId),
  createList: ({ db, viewer }, { name }) => db.transaction((tx) => fans.createList(tx, viewer.accountId, name)),
  renameList: ({ db, viewer }, { id, name }) => db.transaction((tx) => fans.renameList(tx, viewer.accountId, id, name)),
  async removeList({ db, viewer }, { id }) {
    await db.transaction((tx) => fans.removeList(tx, viewer.accountId, id))
    return { removed: true }
  },
  members: ({ db, viewer }, { id, ...wanted }) => fans.members(db, viewer.accountId, id, wanted),
  addMembers: ({ db, viewer }, { id, fanIds }) => db.transaction((tx) => fans.addMembers(tx, viewer.accountId, id, fanIds)),
  removeMember: ({ db, viewer }, { id, fanId }) => db.transaction((tx) => fans.removeMember(tx, viewer.accountId, id, fanId)),
  async note({ db, viewer }, { id, text }) {
    return { note: await db.transaction((tx) => fans.note(tx, viewer.accountId, id, text)) }
  },
}
