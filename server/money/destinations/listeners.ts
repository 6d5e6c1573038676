// The provider said that an account changed: what it is now is asked for by a job, because that reaches the network.
import type {} from '#server/money/payments/payments.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export const renewJob = 'payouts.renew_account'

export function listen(outbox: Outbox): void {
  outbox.on('provider.account_changed', 'payouts.renew_account', (tx, { ref }) => addJob(tx, renewJob, { ref }))
}
