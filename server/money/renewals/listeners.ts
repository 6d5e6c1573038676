import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/money/wallet/wallet.ts'

/** The job that asks a topped-up wallet again (jobs.ts). */
export const tryAgainJob = 'subscriptions.try_again'

export function listen(outbox: Outbox): void {
  // Renewing needs a transaction for each, because the wallet may refuse one and pay the next: so a job does it.
  outbox.on('wallet.credited', 'subscriptions.try_again', async (tx, { accountId }) => addJob(tx, tryAgainJob, { accountId }))
}
