import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { seal, sealing } from '#server/money/proofs/proofs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', sealing, async () => void (await seal(db)))
}
