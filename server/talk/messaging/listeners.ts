import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/people/blocks/blocks.ts'

import type {} from '#server/money/wallet/wallet.ts'
import { followRefund } from '#server/talk/messaging/reading.ts'

export function listen(outbox: Outbox): void {
  outbox.on('wallet.reversed', 'messaging.follow_refund', async (tx, { kind, reverses }) => {
    if (kind === 'message') await followRefund(tx, reverses)
  })
  outbox.on('user.blocked', 'messaging.return_held', async (tx, { blockerId, blockedId }) => {
    await addJob(tx, 'messaging.return_blocked', { blockerId, blockedId }, { key: `messaging.return_blocked ${blockerId} ${blockedId}` })
  })
}
