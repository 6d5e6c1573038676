import type {} from '#server/catalogue/works/works.ts'
import { giveBackLater } from '#server/catalogue/access/giving-back.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('work.decided', 'access.give_back', async (tx, { workId, decision, by }) => {
    if (decision === 'removed') await giveBackLater(tx, { workId, by })
  })
}
