import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { countOpened, startDue, walk } from '#server/talk/campaigns/sending.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ id: string }>('campaigns.go_on', ({ id }) => walk(db, id), { kind: 'crowds' })
  jobs.every('* * * * *', 'campaigns.start_due', () => startDue(db), { atStart: true })
  jobs.every('*/5 * * * *', 'campaigns.count_opened', () => countOpened(db))
}
