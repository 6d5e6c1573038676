// Likes and bookmarks of works and performers, and who opened a work.
// Promises: idempotent both ways; a popular work has no row that everybody waits for (its changes are appended and folded
// by a job), and what a reader sees is exact all the same; lists take ids.
// Leaves to others: whether somebody may know of the target (routes ask access), showing what was kept (bookmarks).
import type { Db, Tx } from '#server/platform/db/db.ts'
import * as queries from '#server/catalogue/reactions/queries.ts'

export type TargetKind = 'feed' | 'performer'
export type Action = 'like' | 'bookmark'

export interface Counters {
  likes: number
  bookmarks: number
  /** Signed-in readers other than its creator who opened it, each once. */
  views: number
  isLiked: boolean
  isBookmarked: boolean
}

const none: Counters = { likes: 0, bookmarks: 0, views: 0, isLiked: false, isBookmarked: false }

export interface Reaction {
  by: string
  targetId: string
  targetKind: TargetKind
  action: Action
}

/** Likes or keeps. Twice is once. */
export async function react(tx: Tx, reaction: Reaction): Promise<void> {
  if (await queries.insert(tx, reaction)) await queries.append(tx, reaction.targetId, reaction.action, 1)
}

/** Takes a like or a bookmark back. What was not there stays not there. */
export async function unreact(tx: Tx, { by, targetId, action }: Reaction): Promise<void> {
  if (await queries.remove(tx, by, targetId, action)) await queries.append(tx, targetId, action, -1)
}

/** Somebody opened it. Counted once a person. */
export async function seen(tx: Tx, by: string, targetId: string, targetKind: TargetKind): Promise<void> {
  if (await queries.insert(tx, { by, targetId, targetKind, action: 'view' })) await queries.append(tx, targetId, 'view', 1)
}

/** True when this person is counted among its viewers already. */
export function hasSeen(db: Db, by: string, targetId: string): Promise<boolean> {
  return queries.hasReacted(db, by, targetId, 'view')
}

/** The counters of each of these targets, and what this reader did. One question, whatever their number. */
export async function countersOf(
  db: Db,
  readerId: string | undefined,
  targetIds: readonly string[],
): Promise<(targetId: string) => Counters> {
  const found = targetIds.length === 0 ? [] : await queries.counters(db, readerId ?? null, targetIds)
  const byTarget = new Map(found.map(({ targetId, ...counters }) => [targetId, counters]))
  return (targetId) => byTarget.get(targetId) ?? none
}

/** What somebody kept of a kind, newest first. */
export function kept(db: Db, by: string, targetKind: TargetKind, page: { limit: number; offset: number }): Promise<string[]> {
  return queries.kept(db, by, targetKind, page)
}

/** Moves waiting changes into the totals; tells how many there were. */
export async function fold(tx: Tx): Promise<number> {
  return queries.fold(tx, 5000)
}
