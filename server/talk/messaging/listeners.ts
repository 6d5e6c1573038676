import type {} from '#server/money/earnings/earnings.ts'
import type {} from '#server/money/wallet/wallet.ts'
import type {} from '#server/people/blocks/blocks.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { followRefund } from '#server/talk/messaging/reading.ts'
import { showTip } from '#server/talk/messaging/sending.ts'

/** A tip that is heard of later than this would stand where nobody said it; it is in the wallet all the same. */
const lateMs = 10 * 60_000

export function listen(outbox: Outbox): void {
  outbox.on('wallet.reversed', 'messaging.follow_refund', async (tx, { kind, reverses }) => {
    if (kind === 'message') await followRefund(tx, reverses)
  })
  outbox.on('tip.given', 'messaging.show_tip', async (tx, tip, { at }) => {
    if (!tip.isAnonymous && tx.now.getTime() - at.getTime() < lateMs) await showTip(tx, tip)
  })
  outbox.on('user.blocked', 'messaging.return_held', async (tx, { blockerId, blockedId }) => {
    await addJob(tx, 'messaging.return_blocked', { blockerId, blockedId }, { key: `messaging.return_blocked ${blockerId} ${blockedId}` })
  })
}
