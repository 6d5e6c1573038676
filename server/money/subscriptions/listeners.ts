import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/people/blocks/blocks.ts'
import { pricedIn } from '#server/people/profiles/profiles.ts'
import { endBetween } from '#server/money/subscriptions/subscriptions.ts'
import { transferTakenBack } from '#server/money/subscriptions/taken-back.ts'
import type {} from '#server/money/wallet/wallet.ts'

/** The job that asks a topped-up wallet again (jobs.ts). */
export const tryAgainJob = 'subscriptions.try_again'

/** The job that tells a performer why nothing of theirs is sold (jobs.ts). */
export const tellRestJob = 'subscriptions.tell_rest'

export function listen(outbox: Outbox): void {
  // A block ends a subscription in both directions (calls.md, decisions).
  outbox.on('user.blocked', 'subscriptions.end', async (tx, { blockerId, blockedId }) => endBetween(tx, blockerId, blockedId, blockerId))
  // What paid for a period is gone: its top-up was taken back by a bank, or staff gave it back.
  outbox.on('wallet.reversed', 'subscriptions.end_unpaid', async (tx, { kind, reverses, left }) => {
    if (kind === 'subscription' && left === 0) await transferTakenBack(tx, reverses)
  })
  outbox.on('site.currency_changed', 'subscriptions.tell_rest', async (tx, { from }) => {
    for (const performerId of await pricedIn(tx, from)) await addJob(tx, tellRestJob, { performerId })
  })
  // Renewing needs a transaction for each, because the wallet may refuse one and pay the next: so a job does it.
  outbox.on('wallet.credited', 'subscriptions.try_again', async (tx, { accountId }) => addJob(tx, tryAgainJob, { accountId }))
}
