import { forgetAbandoned } from '#server/media/uploads/pieces.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('41 * * * *', 'uploads.forget_abandoned', () => forgetAbandoned(db))
}
