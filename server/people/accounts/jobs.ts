import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { workChanges } from '#server/people/accounts/email-change.ts'
import { workLinks } from '#server/people/accounts/links.ts'
import { forgetChallenges } from '#server/people/accounts/passkey-queries.ts'
import { forgetOld } from '#server/people/accounts/queries.ts'

export function work(jobs: Jobs, db: Database): void {
  workLinks(jobs, db)
  workChanges(jobs, db)
  jobs.every('41 * * * *', 'accounts.forget_challenges', () => db.transaction(forgetChallenges))
  jobs.every('41 3 * * *', 'accounts.forget_old', () => db.transaction(forgetOld))
}
