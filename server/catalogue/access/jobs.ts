import { giveBack } from '#server/catalogue/access/giving-back.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ workId: string; by?: string }>('access.give_back', async ({ workId, by }) => void (await giveBack(db, workId, by)))
}
