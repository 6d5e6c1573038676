import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/money/payments/payments.ts'
import { ended, isWanted, runJob } from '#server/money/refills/refills.ts'

export function listen(outbox: Outbox): void {
  outbox.on('wallet.charged', 'refills.look', async (tx, { payerId, balance }) => {
    if (await isWanted(tx, payerId, balance)) await addJob(tx, runJob, { accountId: payerId })
  })
  outbox.on('payment.succeeded', 'refills.ended', (tx, { accountId, transactionId }) => ended(tx, accountId, transactionId, 'paid'))
  outbox.on('payment.failed', 'refills.ended', (tx, { accountId, transactionId }) => ended(tx, accountId, transactionId, 'failed'))
}
