// Where a work stands after its creator wrote it.
import type { Db } from '#server/platform/db/db.ts'
import * as identity from '#server/people/identity/identity.ts'
import * as settings from '#server/site/settings/settings.ts'
import type { State, Work } from '#server/catalogue/works/queries.ts'

export interface Wanted {
  isDraft: boolean
  scheduledAt: Date | null
  /** What people read or see of it is not what staff approved. */
  needsReview?: boolean
  creatorId: string
  /** All that is in it was let out before, in works of the same creator. */
  isLetOut?: boolean
  /** Staff said no to something that is in it. */
  isRefused: boolean
}

export async function stateOf(db: Db, wanted: Wanted, before: Work | null): Promise<{ state: State; publishedAt: Date | null }> {
  const publishedAt = before?.publishedAt ?? null
  // Only staff bring back what staff took down.
  if (before?.state === 'removed') return { state: 'removed', publishedAt }
  // Whoever was told no is looked at again before it shows, whatever the default; put aside for now, it stays refused. An update that
  // changes what is read takes the decision back, so that what was changed as a draft is looked at when it is sent again as it is.
  if (before?.state === 'rejected') {
    const isOther = wanted.needsReview || before.decidedAt === null
    return { state: isOther && !wanted.isDraft ? 'pending_review' : 'rejected', publishedAt }
  }
  if (wanted.isDraft) return { state: 'draft', publishedAt: publishedAt && publishedAt <= db.now ? publishedAt : null }
  const due = publishedAt && publishedAt <= db.now ? publishedAt : laterOf(wanted.scheduledAt, db.now)
  const isApproved = before !== null && (before.state === 'active' || (before.state === 'draft' && before.decidedAt !== null))
  if (isApproved && !wanted.needsReview) return { state: 'active', publishedAt: due }
  const { reviewDefault } = await settings.current(db)
  // Whose papers are in doubt shows nothing new before somebody has looked, and what was refused does not come in by another door.
  return (reviewDefault === 'after' || wanted.isLetOut) && !wanted.isRefused && !(await identity.isInDoubt(db, wanted.creatorId))
    ? { state: 'active', publishedAt: due }
    : { state: 'pending_review', publishedAt }
}

export function laterOf(date: Date | null, now: Date): Date {
  return date && date > now ? date : now
}
