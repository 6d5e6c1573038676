import { fileProcessed } from '#server/catalogue/galleries/galleries.ts'
import type {} from '#server/media/files/files.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('file.processed', 'galleries.file_processed', async (tx, { fileId }) => fileProcessed(tx, fileId))
}
