// Who may read and write under a work (calls.md section 3): who may see its media, and writes if among those whom its creator lets.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { activeBetween } from '#server/money/subscriptions/subscriptions.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

export type CommentAudience = 'all' | 'followers' | 'subscribers' | 'nobody'

export interface Permissions {
  /** They may know of the work. */
  isThere: boolean
  /** They may read what is written under it. */
  canRead: boolean
  canComment: boolean
  whoMayComment: CommentAudience
}

export async function permissionsOf(db: Db, reader: access.Reader, work: Work): Promise<Permissions> {
  const [rights, profile] = await Promise.all([access.mayView(db, reader, [work]), profiles.find(db, work.creatorId)])
  const right = rights.get(work.id)
  const whoMayComment = profile?.commentAudience ?? 'nobody'
  if (!right?.isThere) return { isThere: false, canRead: false, canComment: false, whoMayComment }
  const canRead = access.opensTalk(reader.viewer, work, right)
  return { isThere: true, canRead, canComment: canRead && (await mayWrite(db, reader, work, right, whoMayComment)), whoMayComment }
}

async function mayWrite(
  db: Db,
  { viewer, country }: access.Reader,
  work: Work,
  { canView }: access.Access,
  audience: CommentAudience,
): Promise<boolean> {
  const readerId = idOf(viewer)
  if (viewer.kind === 'visitor' || !readerId) return false
  if (viewer.role === 'staff' || readerId === work.creatorId) return true
  // What was bought stays readable after a block and after its end; nobody talks there any more.
  if (!canView || audience === 'nobody' || !works.isShown(work, db.now)) return false
  const { creatorId } = work
  if ((await blocks.isHidden(db, readerId, country, [creatorId])).has(creatorId)) return false
  if (audience === 'all') return true
  if ((await activeBetween(db, readerId, [creatorId])).has(creatorId)) return true
  // Whoever subscribes has come closer than a follower.
  return audience === 'followers' && (await follows.followedAmong(db, readerId, [creatorId])).has(creatorId)
}

/** People whom this reader does not meet: staff meet everyone. */
export async function hiddenFrom(db: Db, { viewer, country }: access.Reader): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'member' && viewer.role === 'staff') return new Set()
  return blocks.allHiddenFrom(db, idOf(viewer), country)
}
