import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { tryAgainJob } from '#server/money/subscriptions/listeners.ts'
import { renewDue, tryAgain } from '#server/money/subscriptions/renewing.ts'

/** Renewals come round every five minutes, a quarter of an hour ahead of time. */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'subscriptions.renew', async () => void (await renewDue(db)))
  jobs.handle<{ accountId: string }>(tryAgainJob, ({ accountId }) => tryAgain(db, accountId))
}
