// Comments under works of every kind, one level of replies (calls.md section 3).
// Promises: nobody reads or writes under a work that does not open for them; people between whom a block stands do not meet here, in
// either direction; a work's counter of comments is right; a list costs the same few questions whatever its length.
// Leaves to others: the view rule (access), likes (reactions), telling people (notifications, which hears comment.written and comment.removed).
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/comments/queries.ts'
import { isEditable } from '#server/catalogue/comments/showing.ts'
import { hiddenFrom, permissionsOf, type Permissions } from '#server/catalogue/comments/permissions.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'
import '#server/catalogue/comments/events.ts'

export { writtenBy } from '#server/catalogue/comments/queries.ts'
export { show } from '#server/catalogue/comments/showing.ts'
export type { CommentAudience } from '#server/catalogue/comments/permissions.ts'

/** A work, or a comment to reply to. */
export interface Target {
  objectId: string
  objectType: works.Kind | 'comment'
}

/** Somebody who acts, and from which country. */
export interface Actor extends access.Reader {
  viewer: Member
}

/**
 * Writes a comment or a reply; answers its id.
 * @throws not_found, work_locked, birth_date_required, comments_closed, no_reply_to_a_reply, prohibited_term
 */
export async function write(tx: Tx, author: Actor, target: Target, text: string): Promise<string> {
  const { work, parent, permissions } = await placeOf(tx, author, target)
  if (parent?.parentId) refuse('no_reply_to_a_reply')
  if (parent?.deletedAt) refuse('not_found')
  if (!permissions.canComment) refuse('comments_closed')
  const content = await cleaned(tx, text)
  const authorId = author.viewer.accountId
  const id = await queries.insert(tx, { workId: work.id, parentId: parent?.id ?? null, authorId, content })
  await reactions.count(tx, work.id, 'comment', 1)
  const about = { workId: work.id, creatorId: work.creatorId, parentId: parent?.id ?? null, parentAuthorId: parent?.authorId ?? null }
  await announce(tx, 'comment.written', { commentId: id, authorId, ...about })
  return id
}

async function cleaned(db: Db, text: string): Promise<string> {
  const content = terms.requireText('content', text)
  await terms.refuseProhibited(db, { content })
  return content
}

/** Changes one's own comment. @throws not_found for another's, edit_time_over after 15 minutes, prohibited_term */
export async function edit(tx: Tx, author: Actor, id: string, text: string): Promise<void> {
  const { comment } = await known(tx, author, id)
  if (comment.authorId !== author.viewer.accountId) refuse('not_found')
  if (!isEditable(comment, tx.now)) refuse('edit_time_over')
  const content = await cleaned(tx, text)
  if (content !== comment.content) await queries.rewrite(tx, id, content)
}

/** Deletes for everyone: by its author, the creator of the work, or staff. @throws not_found, not_allowed */
export async function remove(tx: Tx, by: Actor, id: string): Promise<void> {
  const { viewer } = by
  const comment = await ownOrKnown(tx, by, id)
  const isStaff = viewer.role === 'staff'
  const isTheirs = comment.authorId === viewer.accountId || comment.work.creatorId === viewer.accountId
  if (!isTheirs && !isStaff) refuse('not_allowed')
  if (!(await queries.markDeleted(tx, id, viewer.accountId))) return
  await reactions.count(tx, comment.workId, 'comment', -1)
  const detail = { workId: comment.workId, authorId: comment.authorId }
  if (!isStaff) return
  await record(tx, { actorId: viewer.accountId, action: 'comments.deleted', subject: { kind: 'comment', id }, detail })
  if (!isTheirs) await announce(tx, 'comment.removed', { commentId: id, ...detail })
}

/** What one wrote oneself can be taken back wherever it stands, also where one may not look any more. */
async function ownOrKnown(db: Db, by: Actor, id: string): Promise<queries.Comment & { work: Work }> {
  const [own] = await queries.comments(db, [id])
  const work = own && (await works.find(db, [own.workId])).get(own.workId)
  if (own && work && own.authorId === by.viewer.accountId) return { ...own, work }
  const { comment, work: its } = await known(db, by, id)
  return { ...comment, work: its }
}

/** The creator of the work puts one comment before all others. @throws not_found, not_allowed */
export async function pin(tx: Tx, by: Actor, id: string): Promise<void> {
  const { comment, work } = await known(tx, by, id)
  if (work.creatorId !== by.viewer.accountId || comment.parentId) refuse('not_allowed')
  await queries.pin(tx, work.id, id)
}

/** @throws not_found, not_allowed */
export async function unpin(tx: Tx, by: Actor, id: string): Promise<void> {
  const { comment, work } = await known(tx, by, id)
  if (work.creatorId !== by.viewer.accountId) refuse('not_allowed')
  if (comment.pinnedAt) await queries.unpin(tx, id)
}

export interface Listed extends queries.Listed, Permissions {}

/** Under a work newest first, the pinned one before all; under a comment (its replies) oldest first. @throws not_found, work_locked, birth_date_required */
export async function list(db: Db, reader: access.Reader, target: Target, page: { limit: number; offset: number }): Promise<Listed> {
  const { work, parent, permissions } = await placeOf(db, reader, target)
  const hidden = await hiddenFrom(db, reader)
  const listed = parent ? await queries.ofComment(db, parent.id, hidden, page) : await queries.ofWork(db, work.id, hidden, page)
  return { ...listed, ...permissions }
}

/** Whether this reader may read a comment: who likes it is judged by this (reactions.useComments). */
export async function mayKnow(db: Db, reader: access.Reader, id: string): Promise<boolean> {
  const [comment] = await queries.comments(db, [id])
  if (!comment || comment.deletedAt || (await hiddenFrom(db, reader)).has(comment.authorId)) return false
  const work = (await works.find(db, [comment.workId])).get(comment.workId)
  return work !== undefined && (await permissionsOf(db, reader, work)).canRead === true
}

/** For whoever judges one: as it stands, deleted or not. */
export async function asWritten(db: Db, id: string): Promise<queries.Comment | undefined> {
  return (await queries.comments(db, [id]))[0]
}

interface Place {
  work: Work
  parent?: queries.Comment
  permissions: Permissions
}

/** Where a target stands, for those who may read there. A deleted comment is there as long as its replies are. */
async function placeOf(db: Db, reader: access.Reader, { objectId, objectType }: Target): Promise<Place> {
  const [parent] = objectType === 'comment' ? await queries.comments(db, [objectId]) : []
  if (objectType === 'comment' && (!parent || (await hiddenFrom(db, reader)).has(parent.authorId))) return refuse('not_found')
  const workId = parent?.workId ?? objectId
  const work = (await works.find(db, [workId])).get(workId)
  if (!work || (!parent && work.kind !== objectType)) return refuse('not_found')
  const permissions = await permissionsOf(db, reader, work)
  if (!permissions.isThere) return refuse('not_found')
  if (!permissions.canRead) access.refuseLocked(reader)
  return { work, ...(parent && { parent }), permissions }
}

/** A comment that stands, with its work, for those who may know of both. */
async function known(db: Db, actor: Actor, id: string): Promise<{ comment: queries.Comment; work: Work }> {
  const { work, parent } = await placeOf(db, actor, { objectId: id, objectType: 'comment' })
  if (!parent || parent.deletedAt) return refuse('not_found')
  return { comment: parent, work }
}
