import * as accounts from '#server/money/payouts/provider-accounts.ts'
import { follow, pursue, send, sendJob, type Send } from '#server/money/payouts/transfers.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { renewJob, followJob, type Changed } from '#server/money/payouts/listeners.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<Send>(sendJob, (asked) => send(db, asked), { kind: 'money' })
  jobs.handle<Changed>(followJob, ({ ref }) => follow(db, ref), { kind: 'money' })
  jobs.handle<Changed>(renewJob, ({ ref }) => accounts.renew(db, ref), { kind: 'money' })
  jobs.every('27 * * * *', 'payouts.pursue', () => pursue(db))
}
