import { automations as table } from '#contract/talk/automations.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as automations from '#server/talk/automations/automations.ts'

export const handlers: Handlers<typeof table> = {
  list: ({ db, viewer }) => automations.list(db, viewer.accountId),
  save: ({ db, viewer }, { occasion, ...rule }) => db.transaction((tx) => automations.save(tx, viewer.accountId, occasion, rule)),
  all: ({ db }, wanted) => automations.all(db, wanted),
}
