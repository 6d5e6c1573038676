import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { forgetEnded } from '#server/windows/belongings/belongings.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('19 3 * * *', 'belongings.forget_ended', () => db.transaction((tx) => forgetEnded(tx)))
}
