import type {} from '#server/media/fingerprints/fingerprints.ts'
import { tellOfMatch } from '#server/office/admin/letters.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'

export function listen(outbox: Outbox): void {
  outbox.on('file.matched', 'admin.tell_of_match', tellOfMatch)
}
