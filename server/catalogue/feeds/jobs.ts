import * as feeds from '#server/catalogue/feeds/feeds.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Options of polls that no post took. */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('53 * * * *', 'feeds.forget_unused_options', async () => void (await db.transaction(feeds.forgetUnusedOptions)))
}
