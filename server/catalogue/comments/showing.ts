// Comments as a reader sees them.
import type { Comment } from '#contract/catalogue/comments.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/comments/queries.ts'
import { hiddenFrom } from '#server/catalogue/comments/permissions.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

const editableMinutes = 15

export function isEditable({ createdAt, deletedAt }: queries.Comment, now: Date): boolean {
  return deletedAt === null && now.getTime() < createdAt.getTime() + editableMinutes * 60_000
}

/** These comments in the order given. Whether the reader may know of their works is the asker's to have judged. */
export async function show(db: Db, reader: Reader, ids: readonly string[]): Promise<Comment[]> {
  if (ids.length === 0) return []
  const [rows, hidden] = await Promise.all([queries.comments(db, ids), hiddenFrom(db, reader)])
  const readerId = idOf(reader.viewer)
  const authors = [...new Set(rows.map(({ authorId }) => authorId))]
  const [found, people, cards, replies, counters] = await Promise.all([
    works.find(db, [...new Set(rows.map(({ workId }) => workId))]),
    accounts.people(db, authors),
    profiles.userCards(db, authors),
    queries.replies(db, ids, hidden),
    reactions.countersOf(db, readerId, ids),
  ])
  const isStaff = reader.viewer.kind === 'member' && reader.viewer.role === 'staff'
  const formOf = (comment: queries.Comment): Comment => {
    const { id, authorId, pinnedAt, editedAt, deletedAt } = comment
    const ownerId = found.get(comment.workId)?.creatorId
    const card = cards.get(authorId)
    const isAuth = readerId === authorId
    const isOwner = readerId !== undefined && readerId === ownerId
    const { likes, isLiked } = counters(id)
    return {
      _id: id,
      objectId: comment.workId,
      ...(comment.parentId && { parentId: comment.parentId }),
      content: deletedAt ? '' : comment.content,
      ...(card &&
        !deletedAt && { creator: { ...card, isPerformer: people.get(authorId)?.role === 'performer', isOwner: authorId === ownerId } }),
      isAuth,
      canEdit: isAuth && isEditable(comment, db.now),
      canDelete: !deletedAt && (isAuth || isOwner || isStaff),
      canPin: !deletedAt && isOwner && comment.parentId === null,
      isPinned: pinnedAt !== null,
      isDeleted: deletedAt !== null,
      totalReply: replies.get(id) ?? 0,
      totalLike: deletedAt ? 0 : likes,
      isLiked: !deletedAt && isLiked,
      createdAt: comment.createdAt.toISOString(),
      ...(editedAt && !deletedAt && { editedAt: editedAt.toISOString() }),
    }
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [formOf(row)] : []
  })
}
