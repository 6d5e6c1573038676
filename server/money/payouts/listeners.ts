// The provider said that a transfer changed: what it is now is asked for by a job, because that reaches the network.
import type {} from '#server/money/payments/payments.ts'
import { followJob } from '#server/money/payouts/transfers.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('provider.transfer_changed', 'payouts.follow_transfer', (tx, { ref }) => addJob(tx, followJob, { ref }))
}
