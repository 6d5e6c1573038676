import { campaigns as table } from '#contract/talk/campaigns.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as campaigns from '#server/talk/campaigns/campaigns.ts'

export const handlers: Handlers<typeof table> = {
  list: ({ db, viewer }, wanted) => campaigns.list(db, viewer.accountId, wanted),
  one: ({ db, viewer }, { id }) => campaigns.one(db, viewer.accountId, id),
  async count({ db, viewer }, { segment }) {
    return { count: await campaigns.reach(db, viewer.accountId, segment) }
  },
  create: ({ tx, viewer }, draft) => campaigns.create(tx, viewer.accountId, draft),
  edit: ({ db, viewer }, { id, ...draft }) => db.transaction((tx) => campaigns.edit(tx, viewer.accountId, id, draft)),
  cancel: ({ db, viewer }, { id }) => db.transaction((tx) => campaigns.cancel(tx, viewer.accountId, id)),
  unsend: ({ db, viewer }, { id }) => db.transaction((tx) => campaigns.unsend(tx, viewer.accountId, id)),
}
