import { renewJob } from '#server/money/destinations/listeners.ts'
import { renew } from '#server/money/destinations/provider-accounts.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ ref: string }>(renewJob, ({ ref }) => renew(db, ref), { kind: 'money' })
}
