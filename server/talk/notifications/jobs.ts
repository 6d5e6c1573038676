import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { mailDue } from '#server/talk/notifications/mailing.ts'
import { forgetSilentHosts } from '#server/talk/notifications/device-queries.ts'
import { pushDue } from '#server/talk/notifications/pushing.ts'
import { pushJob } from '#server/talk/notifications/telling.ts'
import { forgetOld } from '#server/talk/notifications/queries.ts'
import { spread, spreadJob } from '#server/talk/notifications/spreading.ts'
import { sweepMessages, tellOfEnds } from '#server/talk/notifications/sweeping.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.handle<{ workId: string }>(spreadJob, ({ workId }) => spread(db, workId))
  jobs.every('* * * * *', 'notifications.sweep_messages', async () => void (await sweepMessages(db)))
  jobs.every('23 * * * *', 'notifications.tell_of_ends', async () => void (await tellOfEnds(db)))
  jobs.handle(pushJob, () => pushDue(db), { kind: 'pushes' })
  jobs.every('* * * * *', 'notifications.push', () => pushDue(db), { kind: 'pushes' })
  jobs.every('* * * * *', 'notifications.mail', () => mailDue(db), { kind: 'letters' })
  jobs.every('41 3 * * *', 'notifications.forget', () =>
    db.transaction(async (tx) => {
      await forgetOld(tx)
      await forgetSilentHosts(tx)
    }),
  )
}
