import type { Transaction } from '#contract/money/payments.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type {} from '#server/money/payments/events.ts'

/** Whoever came back from a checkout sees its end without polling. The balance is pushed by the wallet. */
export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  const tell = (accountId: string, transactionId: string, status: Transaction['status']) =>
    realtime.toAccount(accountId, 'payment/updated', { transactionId, status })
  outbox.on('payment.succeeded', 'payments.push', async (_tx, { accountId, transactionId }) => tell(accountId, transactionId, 'success'))
  outbox.on('payment.failed', 'payments.push', async (_tx, { accountId, transactionId }) => tell(accountId, transactionId, 'fail'))
  outbox.on('payment.action_required', 'payments.push', async (_tx, { accountId, transactionId }) =>
    tell(accountId, transactionId, 'requires_action'),
  )
  outbox.on('payment.given_back', 'payments.push', async (_tx, { accountId, transactionId }) => tell(accountId, transactionId, 'success'))
  outbox.on('payment.taken_back', 'payments.push', async (_tx, { accountId, transactionId, why }) =>
    tell(accountId, transactionId, why === 'refund' ? 'refunded' : 'chargeback'),
  )
}
