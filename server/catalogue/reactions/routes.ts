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
    await refuseUnseen(call, which)
    await call.db.transaction((tx) => reactions.react(tx, reactionOf(call, which)))
    return countersOf(call, which)
  },
  // What one liked and may not see any more can still be taken back.
  async unreact(call, which) {
    await call.db.transaction((tx) => reactions.unreact(tx, reactionOf(call, which)))
    return countersOf(call, which)
  },
}

const reactionOf = (call: Call<Member>, { objectId, objectType, action }: Which): reactions.Reaction => ({
  by: call.viewer.accountId,
  targetId: objectId,
  targetKind: objectType,
  action,
})

/** A locked work may be kept and not liked, a comment liked and not kept; what the reader may not know of is not found. */
async function refuseUnseen(call: Call<Member>, { objectId, objectType, action }: Which): Promise<void> {
  const { db, viewer } = call
  const reader = access.readerOf(call)
  if (objectType === 'comment') {
    if (action === 'bookmark') throw new Refusal('invalid', {}, [{ field: 'action', code: 'not_an_option' }])
    if (!(await reactions.mayKnowComment(db, reader, objectId))) refuse('not_found')
    return
  }
  if (objectType !== 'performer') {
    const work = (await works.find(db, [objectId])).get(objectId)
    if (work?.kind !== objectType) return refuse('not_found')
    const right = (await access.mayView(db, reader, [work])).get(objectId)
    if (!right?.isThere) return refuse('not_found')
    if (action === 'like' && !access.opensTalk(work, right)) access.refuseLocked(reader)
    return
  }
  const performer = (await accounts.people(db, [objectId])).get(objectId)
  if (performer?.role !== 'performer' || performer.state !== 'active') refuse('not_found')
  if ((await blocks.isHidden(db, viewer.accountId, reader.country, [objectId])).has(objectId)) refuse('not_found')
}

async function countersOf({ db, viewer }: Call<Member>, { objectId }: Which) {
  const { likes, bookmarks, isLiked, isBookmarked } = (await reactions.countersOf(db, viewer.accountId, [objectId]))(objectId)
  return { totalLike: likes, totalBookmark: bookmarks, isLiked, isBookmarked }
}
