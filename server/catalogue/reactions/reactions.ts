// Likes and bookmarks of works, performers and comments, and how often a work was opened.
// Promises: idempotent both ways; a popular work has no row that everybody waits for (its changes are appended and folded
// by a job), and what a reader sees is exact all the same, the order of popular lists within a minute; lists take ids.
// Leaves to others: whether somebody may know of the target (routes ask access), showing what was kept (bookmarks).
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import { gathered } from '#server/platform/batch/batch.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Call } from '#server/platform/http/handlers.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import * as queries from '#server/catalogue/reactions/queries.ts'
import { viewerOf } from '#server/catalogue/reactions/viewers.ts'

export type TargetKind = WorkKind | 'performer' | 'comment'
type Action = 'like' | 'bookmark'
export type Counted = 'comment' | 'vote'

export interface Counters {
  likes: number
  bookmarks: number
  /** Of a post: signed-in readers other than its creator, each once. Of other works: once an hour for each member or address. */
  views: number
  comments: number
  isLiked: boolean
  isBookmarked: boolean
}

const none: Counters = { likes: 0, bookmarks: 0, views: 0, comments: 0, isLiked: false, isBookmarked: false }

export interface Reaction {
  by: string
  targetId: string
  targetKind: TargetKind
  action: Action
}

type MayKnow = (db: Db, reader: Reader, commentId: string) => Promise<boolean>
let judge: MayKnow = async () => false

/** Comments stand above: whether somebody may know of one is theirs to judge. */
export function useComments(mayKnow: MayKnow): void {
  judge = mayKnow
}

export function mayKnowComment(db: Db, reader: Reader, commentId: string): Promise<boolean> {
  return judge(db, reader, commentId)
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

/** Somebody opened it again: counted once an hour for the same viewer. False when they were counted already. */
export async function viewed(tx: Tx, viewer: string, targetId: string): Promise<boolean> {
  if (!(await queries.insertView(tx, viewer, targetId))) return false
  await queries.append(tx, targetId, 'view', 1)
  return true
}

/** Counts that this call opened it, unless its creator did; answers its views with this one. */
export async function countView(call: Call, shown: { _id: string; performerId: string; totalViews: number }): Promise<number> {
  if (idOf(call.viewer) === shown.performerId) return shown.totalViews
  const isNew = await call.db.transaction((tx) => viewed(tx, viewerOf(call), shown._id))
  return shown.totalViews + (isNew ? 1 : 0)
}

/** Something that is counted here and kept elsewhere came or went: a comment, a vote for a poll's option. */
export async function count(tx: Tx, targetId: string, what: Counted, change: 1 | -1): Promise<void> {
  await queries.append(tx, targetId, what, change)
}

/** Views of hours past need no keeping: they are in the totals. */
export function forgetViews(tx: Tx): Promise<number> {
  return queries.forgetViews(tx)
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
  const found = targetIds.length === 0 ? [] : await counters(db, { readerId: readerId ?? null, targetIds })
  const byTarget = new Map(found.map(({ targetId, ...counters }) => [targetId, counters]))
  return (targetId) => byTarget.get(targetId) ?? none
}

const counters = gathered(async (db, asked: { readerId: string | null; targetIds: readonly string[] }[]) => {
  const found = await queries.counters(
    db,
    asked.flatMap(({ readerId, targetIds }) => targetIds.map(() => readerId)),
    asked.flatMap(({ targetIds }) => targetIds),
  )
  return asked.map(({ targetIds }) => found.splice(0, targetIds.length))
})

/** How often this was counted for each of these; those without are left out. */
export async function totalsOf(db: Db, what: Counted, targetIds: readonly string[]): Promise<Map<string, number>> {
  if (targetIds.length === 0) return new Map()
  return new Map((await queries.totalsOf(db, what, targetIds)).map(({ targetId, total }) => [targetId, total]))
}

/** Moves waiting changes into the totals, and likes to where works are listed by them; tells how many changes there were. */
export async function fold(tx: Tx): Promise<number> {
  const sums = await queries.fold(tx, 5000)
  await works.countLikes(
    tx,
    sums.filter(({ action }) => action === 'like'),
  )
  return sums.reduce((folded, { count }) => folded + count, 0)
}
