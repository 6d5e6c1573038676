import { settleWaiting, waitingJob } from '#server/catalogue/videos/videos.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ workId: string }>(waitingJob, ({ workId }) => db.transaction((tx) => settleWaiting(tx, workId)))
}
