// From whom a guest performer is hidden: whom a block or a ban parts from them, and whoever calls from a country that they closed. To those the show is its
// performer's alone: no name, no card, no picture. One rule for what is shown, for what a media token is given for, and for who watches already.
import * as access from '#server/catalogue/access/access.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Those of these guests whom this reader must not see; staff see everybody. */
export async function hiddenGuests(db: Db, reader: access.Reader, guestIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { viewer } = reader
  if (guestIds.length === 0 || (viewer.kind === 'member' && viewer.role === 'staff')) return new Set()
  // As each of them stands to a stage of their own.
  const asked = [...new Set(guestIds)].map((id) => ({ id, creatorId: id, kind: 'stream' as const }))
  const facts = await access.factsOf(db, reader, asked)
  return new Set(guestIds.filter((id) => facts.get(id)?.isHidden))
}
