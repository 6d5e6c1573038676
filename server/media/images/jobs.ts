import * as files from '#server/media/files/files.ts'
import { deriving } from '#server/media/images/deriving.ts'
import { backfillPrints } from '#server/media/images/backfill.ts'
import { lightenNext } from '#server/media/images/lighten.ts'
import { backfillTints } from '#server/media/images/backfill-tints.ts'
import type { Database } from '#server/platform/db/db.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'

/**
 * The safety net: what a process that died had begun is taken up again, once its claim has run out. And what an older version left to be
 * looked at, every hour until nothing is left of it: a list that does not answer stops it half-way.
 */
export function work(jobs: Jobs, db: Database): void {
  jobs.every('13 * * * *', 'images.fill_prints', () => backfillPrints(db))
  jobs.every('17 * * * *', 'images.backfill_tints', () => backfillTints(db))
  // A picture at a time, so that a look-up that somebody waits for goes before the next one.
  jobs.every(
    '37 * * * *',
    'images.lighten',
    async () => {
      const isLeft = await lightenNext(db)
      if (isLeft) await db.transaction((tx) => addJob(tx, 'images.lighten', {}, { key: 'images.lighten', maxAttempts: 3 }))
    },
    { kind: 'heavy' },
  )
  jobs.handle<{ fileId: string }>(
    'images.derive',
    async ({ fileId }) => {
      const before = (await files.find(db, [fileId])).get(fileId)
      await deriving(db, fileId).catch(async (error: unknown) => {
        if (before && files.isHopeless(before, db.now)) await files.giveUp(db, fileId)
        throw error
      })
      const file = (await files.find(db, [fileId])).get(fileId)
      if (file?.status !== 'processing') return
      await db.transaction((tx) => addJob(tx, 'images.derive', { fileId }, { runAt: new Date(tx.now.getTime() + 130_000) }))
    },
    { kind: 'pictures' },
  )
}
