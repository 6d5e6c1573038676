import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/people/blocks/blocks.ts'
import { endBetween } from '#server/money/subscriptions/subscriptions.ts'
import { transferTakenBack } from '#server/money/subscriptions/taken-back.ts'
import type {} from '#server/money/wallet/wallet.ts'

export function listen(outbox: Outbox): void {
  // A block ends a subscription in both directions (calls.md, decisions).
  outbox.on('user.blocked', 'subscriptions.end', async (tx, { blockerId, blockedId }) => endBetween(tx, blockerId, blockedId, blockerId))
  // What paid for a period is gone: its top-up was taken back by a bank, or staff gave it back.
  outbox.on('wallet.reversed', 'subscriptions.end_unpaid', async (tx, { kind, reverses, left }) => {
    if (kind === 'subscription' && left === 0) await transferTakenBack(tx, reverses)
  })
}
