import { giveBack, type GivingBack } from '#server/catalogue/access/giving-back.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<GivingBack>('access.give_back', async (what) => void (await giveBack(db, what)))
}
