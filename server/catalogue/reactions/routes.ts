import { reactions as table } from '#contract/catalogue/reactions.ts'
import type { Input } from '#contract/endpoint.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'

type Which = Input<(typeof table)['react']>

export const handlers: Handlers<typeof table> = {
  async react(call, which) {
    if (which.objectType === 'comment' && which.action === 'bookmark')
      throw new Refusal('invalid', {}, [{ field: 'action', code: 'not_an_option' }])
    const { isKnown, isOpen, ownerId } = await rightTo(call, which)
    if (!isKnown) refuse('not_found')
    if (which.action === 'like' && ownerId) await accounts.refuseOwn(call.db, call.viewer.accountId, ownerId)
    if (which.action === 'like' && !isOpen) access.refuseLocked(access.readerOf(call))
    await call.db.transaction((tx) => reactions.react(tx, reactionOf(call, which)))
    return countersOf(call, which)
  },
  // What one liked and may not know of any more can still be taken back, and tells nothing of what others did since.
  async unreact(call, which) {
    await call.db.transaction((tx) => reactions.unreact(tx, reactionOf(call, which)))
    const counters = await countersOf(call, which)
    return (await rightTo(call, which)).isKnown ? counters : { ...counters, totalLike: 0, totalBookmark: 0 }
  },
}

const reactionOf = (call: Call<Member>, { objectId, objectType, action }: Which): reactions.Reaction => ({
  by: call.viewer.accountId,
  targetId: objectId,
  targetKind: objectType,
  action,
})

/** Whether the reader may know that there is such a thing, and whether it opens for them: what is locked may be kept and not liked. */
async function rightTo(
  call: Call<Member>,
  { objectId, objectType }: Which,
): Promise<{ isKnown: boolean; isOpen: boolean; ownerId?: string }> {
  const { db, viewer } = call
  const reader = access.readerOf(call)
  const both = (isKnown: boolean) => ({ isKnown, isOpen: isKnown })
  if (objectType === 'comment') return both(await reactions.mayKnowComment(db, reader, objectId))
  if (objectType !== 'performer') {
    const work = (await works.find(db, [objectId])).get(objectId)
    if (work?.kind !== objectType) return both(false)
    const right = (await access.mayView(db, reader, [work])).get(objectId)
    return right?.isThere ? { isKnown: true, isOpen: access.opensTalk(viewer, work, right), ownerId: work.creatorId } : both(false)
  }
  const performer = (await accounts.people(db, [objectId])).get(objectId)
  if (performer?.role !== 'performer' || performer.state !== 'active') return both(false)
  return { ...both(!(await blocks.isHidden(db, viewer.accountId, reader.country, [objectId])).has(objectId)), ownerId: objectId }
}

async function countersOf({ db, viewer }: Call<Member>, { objectId }: Which) {
  const { likes, bookmarks, isLiked, isBookmarked } = (await reactions.countersOf(db, viewer.accountId, [objectId]))(objectId)
  return { totalLike: likes, totalBookmark: bookmarks, isLiked, isBookmarked }
}
