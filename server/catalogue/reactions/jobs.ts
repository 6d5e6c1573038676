import * as reactions from '#server/catalogue/reactions/reactions.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Every minute, so that what waits stays short enough to be summed at each reading. */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('* * * * *', 'reactions.fold', async () => {
    while ((await db.transaction(reactions.fold)) > 0);
  })
  jobs.every('7 * * * *', 'reactions.forget_views', async () => void (await db.transaction(reactions.forgetViews)))
}
