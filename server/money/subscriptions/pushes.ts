import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type {} from '#server/money/subscriptions/events.ts'

const facts = [
  'subscription.started',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.reactivated',
  'subscription.changed',
  'subscription.fell_due',
  'subscription.ended',
] as const

/** Both sides refetch: the fan what opens or closes, the performer their list of subscribers. */
export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  for (const name of facts) {
    outbox.on(name, 'subscriptions.push', async (_tx, { subscriptionId, fanId, performerId, expiresAt }) => {
      for (const accountId of [fanId, performerId])
        realtime.toAccount(accountId, 'subscription/updated', { _id: subscriptionId, userId: fanId, performerId, expiredAt: expiresAt })
    })
  }
}
