import '#server/catalogue/works/events.ts'
import { askPerformer } from '#server/catalogue/works/letters.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('work.named', 'works.ask_performers', async (tx, { workId, creatorId, performerIds }) => {
    for (const performerId of performerIds) await askPerformer(tx, { workId, creatorId, performerId })
  })
}
