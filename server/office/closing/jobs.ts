import { endSubscribersJob } from '#server/office/closing/closing.ts'
import { endSubscribers, eraseDue, remind } from '#server/office/closing/erasing.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('7 * * * *', 'closing.remind', () => remind(db))
  jobs.every('37 * * * *', 'closing.erase', async () => void (await eraseDue(db)))
  jobs.handle<{ accountId: string }>(endSubscribersJob, ({ accountId }) => endSubscribers(db, accountId), { kind: 'money' })
}
