import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/money/payments/payments.ts'
import { ended, isWanted, onIn, runJob } from '#server/money/refills/refills.ts'

export function listen(outbox: Outbox): void {
  outbox.on('wallet.charged', 'refills.look', async (tx, { payerId, balance }) => {
    if (await isWanted(tx, payerId, balance)) await addJob(tx, runJob, { accountId: payerId })
  })
  // Each stops when it is looked at, with its letter, in a transaction of its own.
  outbox.on('site.currency_changed', 'refills.stop', async (tx, { from }) => {
    for (const accountId of await onIn(tx, from)) await addJob(tx, runJob, { accountId })
  })
  outbox.on('payment.succeeded', 'refills.ended', (tx, { accountId, transactionId }) => ended(tx, accountId, transactionId, 'paid'))
  outbox.on('payment.failed', 'refills.ended', (tx, { accountId, transactionId }) => ended(tx, accountId, transactionId, 'failed'))
}
