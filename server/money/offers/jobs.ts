import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { tellOfRest } from '#server/money/offers/letters.ts'
import { tellRestJob } from '#server/money/offers/listeners.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ performerId: string }>(tellRestJob, ({ performerId }) => db.transaction((tx) => tellOfRest(tx, performerId)))
}
