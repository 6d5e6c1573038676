import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { forgetOld } from '#server/people/age/queries.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('41 3 * * *', 'age.forget_old', () => db.transaction(forgetOld))
}
