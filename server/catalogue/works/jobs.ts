import * as works from '#server/catalogue/works/works.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** A scheduled work shows by itself when its time comes; this tells those who want to hear of it. Uploads that nobody used go by night. */
export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ workId: string }>('works.publish', ({ workId }) => db.transaction((tx) => works.told(tx, workId)))
  jobs.every('11 5 * * *', 'works.block_removed', () => db.transaction(works.blockRemoved), { atStart: true })
  jobs.every('41 3 * * *', 'works.forget_unused_uploads', async () => void (await works.forgetUnusedUploads(db)))
}
