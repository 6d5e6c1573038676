import { follow, followJob, pursue, send, sendJob, type Send } from '#server/money/payouts/transfers.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<Send>(sendJob, (asked) => send(db, asked), { kind: 'money' })
  jobs.handle<{ ref: string }>(followJob, ({ ref }) => follow(db, ref), { kind: 'money' })
  jobs.every('27 * * * *', 'payouts.pursue', () => pursue(db))
}
