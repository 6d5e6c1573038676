import type {} from '#server/catalogue/works/works.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'

export function listen(outbox: Outbox): void {
  outbox.on('work.decided', 'access.give_back', async (tx, { workId, decision, by }) => {
    if (decision === 'removed') await addJob(tx, 'access.give_back', { workId, by }, { key: `access.give_back ${workId}` })
  })
}
