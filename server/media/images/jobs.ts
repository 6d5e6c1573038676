import * as files from '#server/media/files/files.ts'
import { deriving } from '#server/media/images/deriving.ts'
import { backfillPrints } from '#server/media/images/backfill.ts'
import { lightenAll } from '#server/media/images/lighten.ts'
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
  // Holds a core for as long as it lasts, so it is one at a time with others of that kind, and keeps nobody waiting.
  jobs.every('37 * * * *', 'images.lighten', () => lightenAll(db), { kind: 'lookups' })
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
