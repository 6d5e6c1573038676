import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import * as queries from '#server/windows/search/queries.ts'
import * as search from '#server/windows/search/search.ts'

/** What has no place in the index gets one, soon after the start of a version that brought the index and at night ever after. */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/10 * * * *', 'search.fill_gaps', async () => void (await search.fillGaps(db)))
  jobs.every('31 3 * * *', 'search.forget_searchers', async () => void (await db.transaction(queries.forgetSearchers)))
}
