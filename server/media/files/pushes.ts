import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import '#server/media/files/events.ts'

/** Whoever uploaded a file hears when it is ready (calls.md section 14, file/status). */
export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  outbox.on('file.processed', 'files.push', async (_tx, { fileId, ownerId, status }) => {
    realtime.toAccount(ownerId, 'file/status', { fileId, status })
  })
}
