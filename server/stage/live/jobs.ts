import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { forget as forgetHlsViewers } from '#server/stage/live/hls/hls.ts'
import { end } from '#server/stage/live/live.ts'
import { forgetOld } from '#server/stage/live/presence-queries.ts'
import { expireOld } from '#server/stage/live/private-shows.ts'
import { prepare, prepareJob } from '#server/stage/live/recording/preparing.ts'
import { seal, sealJob } from '#server/stage/live/recording/sealing.ts'
import { forgetWithheld } from '#server/stage/live/recording/withheld.ts'
import { remind, remindJob } from '#server/stage/live/reminders.ts'
import { missed, onAir } from '#server/stage/live/queries.ts'

/** Without a picture and without a word of its creator's page for so long, a stream is over. */
const silenceSeconds = 90
/** An announced stream that has not begun so long after its time does not begin. */
const missedMinutes = 120

export function work(jobs: Jobs, db: Database): void {
  jobs.every('* * * * *', 'live.end_silent', () => endSilent(db))
  jobs.handle(remindJob, () => remind(db))
  jobs.every('* * * * *', 'live.remind_each_minute', () => remind(db))
  jobs.handle<{ streamId: string; from: string }>(prepareJob, (recording) => prepare(db, recording))
  jobs.handle<{ streamId: string }>(sealJob, ({ streamId }) => seal(db, streamId))
  jobs.every('41 4 * * *', 'live.forget_withheld', () => forgetWithheld(db))
  jobs.every('* * * * *', 'live.expire_requests', () => expireOld(db))
  jobs.every('43 * * * *', 'live.forget_hls_viewers', () => forgetHlsViewers(db))
  jobs.every('41 * * * *', 'live.forget_presences', () => db.transaction((tx) => forgetOld(tx, new Date(tx.now.getTime() - 86_400_000))))
}

export async function endSilent(db: Database): Promise<void> {
  const { now } = db
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const silent = (await onAir(db)).filter(({ lastBeatAt }) => lastBeatAt === null || lastBeatAt < before(silenceSeconds))
  const late = await missed(db, before(missedMinutes * 60))
  throwAll([
    ...(await runIsolated(
      silent.map(({ workId }) => workId),
      (id) => db.transaction((tx) => end(tx, id, { why: 'silent', by: null })),
    )),
    ...(await runIsolated(late, (id) => db.transaction((tx) => end(tx, id, { why: 'missed', by: null })))),
  ])
}
