// The sandbox's side of later work: reporting by webhook until it is heard, and closing pages that were left open.
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { closeUnfinished, deliver, reportJob, type Report } from '#server/money/payments/gateways/sandbox.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<Report>(reportJob, (event) => deliver(event, db.now))
  jobs.every('41 * * * *', 'payments.sandbox.close', async () => void (await db.transaction(closeUnfinished)))
}
