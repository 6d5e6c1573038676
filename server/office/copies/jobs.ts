import { forgetOldPictures } from '#server/office/copies/copies.ts'
import { giveUp, look } from '#server/office/copies/looking.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('41 4 * * *', 'copies.forget_pictures', () => forgetOldPictures(db))
  jobs.handle<{ id: string }>(
    'copies.look',
    ({ id }, { isLast }) =>
      look(db, id).catch(async (error: unknown) => {
        if (isLast) await giveUp(db, id)
        throw error
      }),
    { kind: 'heavy' },
  )
}
