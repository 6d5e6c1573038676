import { queue } from '#server/media/audio/processing.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** The safety net: what a process that died had begun is taken up again, once it has not been heard of. */
export function work(jobs: Jobs, db: Database): void {
  queue.work(jobs, db)
}
