import type { belongings as rows } from '#contract/windows/belongings.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/windows/belongings/belongings.ts'

export const handlers: Handlers<typeof rows> = {
  state: ({ db, viewer }) => door.stateOf(db, viewer),
  ask: ({ db, viewer, ip, language }, proof) => door.ask(db, viewer, proof, { ip, language }),
}
