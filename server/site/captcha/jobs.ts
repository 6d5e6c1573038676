import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { forgetOld } from '#server/site/captcha/captcha.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('23 * * * *', 'captcha.forget_old', async () => void (await forgetOld(db)))
}
