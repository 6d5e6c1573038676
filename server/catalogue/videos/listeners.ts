import { fileProcessed } from '#server/catalogue/videos/videos.ts'
import type {} from '#server/media/files/files.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('file.processed', 'videos.file_processed', async (tx, { fileId, status }) => fileProcessed(tx, fileId, status))
}
