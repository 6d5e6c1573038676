import { replies as table } from '#contract/talk/replies.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as replies from '#server/talk/replies/replies.ts'

export const handlers: Handlers<typeof table> = {
  list: ({ db, viewer }) => replies.list(db, viewer.accountId),
  create: ({ db, viewer }, draft) => db.transaction((tx) => replies.create(tx, viewer.accountId, draft)),
  edit: ({ db, viewer }, { id, ...draft }) => db.transaction((tx) => replies.edit(tx, viewer.accountId, id, draft)),
  async remove({ db, viewer }, { id }) {
    await db.transaction((tx) => replies.remove(tx, viewer.accountId, id))
    return { removed: true }
  },
}
