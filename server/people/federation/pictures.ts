// The picture that somebody has elsewhere, for whoever has none here: from a host on the operator's list, as every avatar from outside (profiles).
import type { Database } from '#server/platform/db/db.ts'
import { unlessRefused } from '#server/platform/refusals/refusal.ts'
import * as profiles from '#server/people/profiles/profiles.ts'

export async function bringPicture(db: Database, { accountId, address }: { accountId: string; address: string }): Promise<void> {
  if ((await profiles.picturesOf(db, [accountId])).get(accountId)?.avatar !== undefined) return
  await unlessRefused(profiles.fetchPicture(db, accountId, address))
}
