// A payout that moved reaches its creator's open screens (calls.md section 14).
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type {} from '#server/money/payouts/events.ts'

export function push(outbox: Outbox, realtime: Realtime): void {
  outbox.on('payout.changed', 'payouts.tell_performer', async (_tx, { requestId, performerId, status }) => {
    realtime.toAccount(performerId, 'payout/updated', { _id: requestId, status })
  })
}
