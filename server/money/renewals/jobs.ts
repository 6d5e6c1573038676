import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { askAgainJob } from '#server/money/renewals/changing.ts'
import { tryAgainJob } from '#server/money/renewals/listeners.ts'
import { remind } from '#server/money/renewals/reminding.ts'
import { renewDue, renewOne, tryAgain } from '#server/money/renewals/renewing.ts'

/** Renewals come round every five minutes, a quarter of an hour ahead of time; what is told before them, every hour. */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'subscriptions.renew', async () => void (await renewDue(db)), { kind: 'money' })
  jobs.every('17 * * * *', 'subscriptions.remind', async () => void (await remind(db)))
  jobs.handle<{ id: string }>(askAgainJob, ({ id }) => renewOne(db, id), { kind: 'money' })
  jobs.handle<{ accountId: string }>(tryAgainJob, ({ accountId }) => tryAgain(db, accountId), { kind: 'money' })
}
