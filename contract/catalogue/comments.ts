// Comments under works, one level of replies (calls.md section 3).
import { workKinds } from '#contract/catalogue/kind-names.ts'
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'

const CommentTarget = Type.Enum([...workKinds, 'comment'])
const Content = Type.String({ minLength: 1, maxLength: 500 })

export const Comment = Type.Object({
  _id: Id,
  objectId: Id,
  parentId: Type.Optional(Id),
  content: Type.String({ description: 'empty once deleted' }),
  creator: Type.Optional(
    Type.Interface([UserCard], { isPerformer: Flag, isOwner: Type.Boolean({ description: 'of the work it stands under' }) }),
  ),
  isAuth: Type.Boolean({ description: 'the asker wrote it' }),
  canEdit: Type.Boolean({ description: 'the asker wrote it less than 15 minutes ago' }),
  canDelete: Flag,
  canPin: Flag,
  isPinned: Flag,
  isDeleted: Flag,
  totalReply: Type.Integer(),
  totalLike: Type.Integer(),
  isLiked: Flag,
  createdAt: Instant,
  editedAt: Type.Optional(Instant),
})
export type Comment = Static<typeof Comment>

export const comments = endpoints({
  /** Needs the right to see the work's media, and to be among those whom its creator lets comment. */
  write: {
    method: 'POST',
    path: '/comments',
    for: 'member',
    summary: 'Comment, or reply to a comment',
    body: Body({ objectId: Id, objectType: CommentTarget, content: Content }),
    reply: Comment,
    refuses: ['not_found', 'work_locked', 'comments_closed', 'birth_date_required', 'no_reply_to_a_reply', 'prohibited_term'],
  },
  /** One's own, within 15 minutes; as JSON, or as fields of a multipart form (calls.md, conventions: the upload helper). */
  edit: {
    method: 'PUT',
    alsoBy: 'POST',
    path: '/comments/:id',
    for: 'member',
    summary: 'Edit my comment',
    params: ById,
    body: Body({ content: Content }),
    uploads: {},
    reply: Comment,
    refuses: ['not_found', 'work_locked', 'birth_date_required', 'edit_time_over', 'prohibited_term'],
  },
  /**
   * Of a work newest first, the pinned one before all; of a comment (its replies) oldest first. `canComment` tells whether the asker may write.
   * What is said tells of what it is said of: it needs the right to see the work's media, except under products, which are all there to see.
   */
  list: {
    method: 'GET',
    path: '/comments',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'Comments',
    query: ListQuery({ objectId: Id, objectType: CommentTarget }),
    reply: Type.Interface(
      [Page(Comment)],
      { canComment: Flag, whoMayComment: Type.Enum(['all', 'followers', 'subscribers', 'nobody']) },
      {},
    ),
    refuses: ['not_found', 'work_locked', 'birth_date_required'],
  },
  /** By its author, the creator of the work, or staff. Its place stays while replies stand under it. */
  remove: {
    method: 'DELETE',
    path: '/comments/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Delete a comment',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found', 'work_locked', 'birth_date_required', 'not_allowed'],
  },
  /** By the creator of the work; another pinned one gives way. */
  pin: {
    method: 'POST',
    path: '/comments/:id/pin',
    for: 'member',
    summary: 'Pin a comment',
    params: ById,
    reply: Comment,
    refuses: ['not_found', 'work_locked', 'birth_date_required', 'not_allowed'],
  },
  unpin: {
    method: 'DELETE',
    path: '/comments/:id/pin',
    for: 'member',
    summary: 'Unpin a comment',
    params: ById,
    reply: Comment,
    refuses: ['not_found', 'work_locked', 'birth_date_required', 'not_allowed'],
  },
})
