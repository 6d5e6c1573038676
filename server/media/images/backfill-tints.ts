// The colours of pictures that were finished before colours were kept, from their blurs: those are in the database, so nothing is decoded.
import * as files from '#server/media/files/files.ts'
import { tintOf } from '#server/media/images/tint.ts'
import type { Database } from '#server/platform/db/db.ts'

const atOnce = 200

/** Goes on until none is left; a restart goes on where it stopped. */
export async function backfillTints(db: Database): Promise<void> {
  for (;;) {
    const waiting = await files.withoutTint(db, atOnce)
    for (const { id, blur } of waiting) {
      const tint = await tintOf(Buffer.from(blur.slice(blur.indexOf(',') + 1), 'base64')).catch(() => undefined)
      await db.transaction((tx) => files.setTint(tx, id, tint))
    }
    if (waiting.length < atOnce) return
  }
}
