import type { Comment } from '#contract/catalogue/comments.ts'
import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

/** What is commented on: a work, or a comment that is replied to. */
export interface Target {
  objectId: string
  objectType: 'feed' | 'video' | 'gallery' | 'product' | 'comment'
}

export type CommentPage = Awaited<ReturnType<Api['comments']['list']>> & { data: Comment[] }

const most = { work: 20, comment: 20 }

export function commentsOf(target: Target, offset: number): Query<CommentPage> {
  const input = { ...target, offset, limit: target.objectType === 'comment' ? most.comment : most.work }
  return { key: ['comments.list', input], ask: (api) => api.comments.list(input) }
}
