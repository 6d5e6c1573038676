import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { pricedIn } from '#server/people/profiles/profiles.ts'

/** The job that tells a performer why nothing of theirs is sold (jobs.ts). */
export const tellRestJob = 'subscriptions.tell_rest'

export function listen(outbox: Outbox): void {
  outbox.on('site.currency_changed', 'subscriptions.tell_rest', async (tx, { from }) => {
    for (const performerId of await pricedIn(tx, from)) await addJob(tx, tellRestJob, { performerId })
  })
}
