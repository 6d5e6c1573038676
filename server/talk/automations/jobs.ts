import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { countShares } from '#server/talk/automations/automations.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('23 4 * * *', 'automations.count_shares', () => db.transaction(countShares), { atStart: true })
}
