import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import type { Comment } from '#contract/catalogue/comments.ts'
import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

/** What is commented on: a work, or a comment that is replied to. */
export interface Target {
  objectId: string
  objectType: WorkKind | 'comment'
}

export type CommentPage = ReplyTo<'comments.list'> & { data: Comment[] }

const most = { work: 20, comment: 20 }

export function commentsOf(target: Target, offset: number): Query<CommentPage> {
  const input = { ...target, offset, limit: target.objectType === 'comment' ? most.comment : most.work }
  return query('comments.list', input)
}
