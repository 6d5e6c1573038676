// Who looked, for counting views once an hour: a keyed hash of the member, or of a visitor's address, so that neither can be read back.
import { createHmac } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'
import { idOf, type Viewer } from '#server/platform/http/viewer.ts'

export function viewerOf({ viewer, ip }: { viewer: Viewer; ip: string }): string {
  return createHmac('sha256', secretFor('views'))
    .update(idOf(viewer) ?? ip)
    .digest('hex')
}
