import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { bringPicture } from '#server/people/federation/pictures.ts'
import { forgetOld } from '#server/people/federation/queries.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle('federation.bring_picture', (asked: { accountId: string; address: string }) => bringPicture(db, asked))
  jobs.every('53 3 * * *', 'federation.forget_old', () => db.transaction(forgetOld))
}
