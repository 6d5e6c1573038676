import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/people/blocks/blocks.ts'

export function listen(outbox: Outbox): void {
  outbox.on('user.blocked', 'messaging.return_held', async (tx, { blockerId, blockedId }) => {
    await addJob(tx, 'messaging.return_blocked', { blockerId, blockedId }, { key: `messaging.return_blocked ${blockerId} ${blockedId}` })
  })
}
