import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { run, runJob } from '#server/money/refills/refills.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ accountId: string }>(runJob, ({ accountId }) => db.transaction((tx) => run(tx, accountId)), { kind: 'money' })
}
