import { workKinds } from '#contract/catalogue/kind-names.ts'
import Type from 'typebox'
import { Body, endpoints, Flag, Id } from '#contract/endpoint.ts'

const ObjectType = Type.Enum([...workKinds, 'performer', 'comment'], {
  description: 'a comment can be liked, not kept',
})
const Which = Body({ objectId: Id, objectType: ObjectType, action: Type.Enum(['like', 'bookmark']) })
const Counters = Type.Object({ totalLike: Type.Integer(), totalBookmark: Type.Integer(), isLiked: Flag, isBookmarked: Flag })

/** Idempotent both ways (calls.md section 7). What someone may not know of is not found. What is locked may be kept, and
 * liked by those whom it opens for; a product by all who may know of it. What is hidden from someone by now can be taken back: the totals
 * are 0 then. */
export const reactions = endpoints({
  react: {
    method: 'POST',
    path: '/reactions',
    for: 'member',
    summary: 'Like or bookmark',
    body: Which,
    reply: Counters,
    refuses: ['not_found', 'own_account', 'work_locked', 'birth_date_required'],
  },
  unreact: {
    method: 'DELETE',
    path: '/reactions',
    for: 'member',
    summary: 'Take a like or bookmark back',
    body: Which,
    reply: Counters,
    refuses: ['not_found'],
  },
})
