// The performer whose posts are asked for.
import type { Reader } from '#server/catalogue/access/access.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import type { Db } from '#server/platform/db/db.ts'

/** The performer of that username or id; undefined when hidden from the reader. */
export async function creatorNamed(db: Db, { viewer, country }: Reader, usernameOrId: string): Promise<string | undefined> {
  const account = await accounts.findByName(db, usernameOrId)
  if (account?.role !== 'performer' || account.state !== 'active') return undefined
  const isStaff = viewer.kind === 'member' && viewer.role === 'staff'
  const hidden = isStaff ? new Set() : await blocks.isHidden(db, idOf(viewer), country, [account.id])
  return hidden.has(account.id) ? undefined : account.id
}
