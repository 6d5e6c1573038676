import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import * as search from '#server/windows/search/search.ts'

/**
 * Works and performers enter the index in the transaction that shows them. What was shown before there was an index (a database of an
 * older version, or one whose index was emptied) is entered soon after the start; the nights are for what an operator did by hand.
 */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('31 4 * * *', 'search.fill_gaps', async () => void (await search.fillGaps(db)), { atStart: true })
  jobs.every('31 3 * * *', 'search.forget_searchers', () => db.transaction(search.forgetSearchers))
}
