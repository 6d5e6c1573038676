import { tellLate } from '#server/office/reports/reports.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/10 * * * *', 'reports.tell_late', () => db.transaction(tellLate), { atStart: true })
}
