import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { deliverWaiting } from '#server/talk/requests/delivering.ts'
import { endBetween, endOf, endRunOut } from '#server/talk/requests/ending.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'requests.end_run_out', async () => void (await endRunOut(db)))
  jobs.every('*/5 * * * *', 'requests.deliver_waiting', async () => void (await deliverWaiting(db)))
  jobs.handle<{ blockerId: string; blockedId: string }>('requests.end_between', ({ blockerId, blockedId }) =>
    endBetween(db, blockerId, blockedId),
  )
  jobs.handle<{ accountId: string }>('requests.end_of', ({ accountId }) => endOf(db, accountId))
}
