import { forgetOldMarks } from '#server/media/files/marking.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('23 4 * * *', 'files.forget_marks', () => forgetOldMarks(db))
}
