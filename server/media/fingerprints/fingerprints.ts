// What files look like, so that what was removed does not come back and what others have listed does not come in.
// Promises: prints are kept before a file is finished, and a file that matches is never finished: its status becomes error, its bytes
// are sealed away where nobody is served them, and staff, the audit log and whoever listens learn of it.
// Leaves to others: making pictures and frames (images, footage), which works are removed (works), what staff do about it (office).
import type { Db, Database, Tx } from '#server/platform/db/db.ts'
import * as files from '#server/media/files/files.ts'
import { hits, type Hit } from '#server/media/fingerprints/lists.ts'
import { isAskedWith, isFrame, type Print } from '#server/media/fingerprints/prints.ts'
import * as queries from '#server/media/fingerprints/queries.ts'
import * as audit from '#server/platform/audit/audit.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { store } from '#server/platform/storage/store.ts'
import '#server/media/fingerprints/events.ts'

export { exactPrint, framePrints, picturePrints, type Print } from '#server/media/fingerprints/prints.ts'
export { forgetUnprinted, isFirstOfADay, unprinted } from '#server/media/fingerprints/queries.ts'
export { ListAway, outsideList, useHashLists } from '#server/media/fingerprints/lists.ts'

/** Keeps what a file looks like, before anything of it is published. */
export async function keep(tx: Tx, fileId: string, prints: readonly Print[]): Promise<void> {
  if (prints.length > 0) await queries.insertPrints(tx, fileId, prints)
}

export type Match = Hit & { print: Print }

/**
 * The nearest of what may not come in, if these prints match it: the same bytes, a picture that looks the same, or footage of which
 * a tenth of the frames do, two at least where it has two. A title card that two films share is no match.
 */
export async function check(db: Db, prints: readonly Print[]): Promise<Match | undefined> {
  const asked = prints.filter(isAskedWith)
  const byVariant = new Map(asked.map((print) => [print.variant, print]))
  const found = (await hits(db, asked)).flatMap((hit) => {
    const print = byVariant.get(hit.variant)
    return print ? [{ ...hit, print }] : []
  })
  return counting(found, asked.filter(isFrame).length).toSorted((a, b) => a.distance - b.distance)[0]
}

/** Those of the matches that count: frames only where there are enough of them. */
function counting<Found extends { variant: string }>(found: readonly Found[], frames: number): Found[] {
  const matched = new Set(found.filter(isFrame).map(({ variant }) => variant)).size
  const isFootage = matched >= Math.max(1, Math.min(2, frames), Math.ceil(frames / 10))
  return found.filter((hit) => !isFrame(hit) || isFootage)
}

/**
 * Those of these files, which are in already, that look just like what may not come in: copies that were there before it was removed.
 * Only what is alike to the bit counts, so that a whole library is asked for at once; what comes anew is held against it by `check`.
 */
export async function blockedAmong(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set()
  const rows = await queries.printsAgainstBlocked(db, fileIds)
  const byFile = Map.groupBy(rows.filter(isAskedWith), ({ fileId }) => fileId)
  const isBlocked = (prints: typeof rows) =>
    counting(
      prints.filter(({ isListed }) => isListed),
      prints.filter(isFrame).length,
    ).length > 0
  return new Set([...byFile].flatMap(([fileId, prints]) => (isBlocked(prints) ? [fileId] : [])))
}

/** From now on what these files look like may not come in again, from anyone. */
export async function block(tx: Tx, fileIds: readonly string[], { workId }: { workId: string }): Promise<void> {
  if (fileIds.length > 0) await queries.blockPrintsOf(tx, fileIds, workId)
}

/** The files that look most like this picture, the likest first: where to look for it, and no verdict. */
export async function nearest(
  db: Db,
  prints: readonly Print[],
  near: { farthest: number; limit: number; among?: readonly string[] },
): Promise<{ fileId: string; distance: number }[]> {
  const asked = prints.filter(isAskedWith)
  return asked.length > 0 ? queries.nearestFiles(db, asked, near) : []
}

/** Where the bytes of a file that matched lie, sealed. Nothing serves them. */
export const quarantine = (fileId: string) => `quarantine/${fileId}`

/** A file that may not come in: its bytes are sealed away, it ends in error, and it is told to all who must know. */
export async function turnAway(db: Database, file: files.StoredFile, match: Match, original: string): Promise<void> {
  if ((await store.size(original)) !== undefined) await seal(file.id, original)
  await turnAwaySealed(db, file, match)
}

/** The same for what lies in quarantine already. */
export async function turnAwaySealed(db: Database, file: files.StoredFile, match: Match): Promise<void> {
  await db.transaction(async (tx) => {
    if (await files.fail(tx, file.id, 'blocked')) await tell(tx, file, match)
  })
}

/** The same for what was finished before it was looked at: from now on nothing of it is served. */
export async function takeBack(db: Database, file: files.StoredFile, match: Match, rendition: string): Promise<void> {
  await seal(file.id, rendition)
  await db.transaction(async (tx) => {
    if (await files.withdraw(tx, file.id)) await tell(tx, file, match)
  })
}

async function seal(fileId: string, key: string): Promise<void> {
  const sealed = await store.receive(store.read(key), { field: 'file', name: '', maxBytes: Number.MAX_SAFE_INTEGER, sealed: true })
  await store.keep(sealed, quarantine(fileId))
}

async function tell(tx: Tx, { id: fileId, ownerId }: files.StoredFile, match: Match): Promise<void> {
  const { source, distance } = match
  const blockedId = match.blockedId ?? (await listed(tx, match))
  const matchId = await queries.insertMatch(tx, { fileId, ownerId, blockedId, distance })
  const subject = { kind: 'file', id: fileId }
  await audit.record(tx, { action: 'fingerprints.matched', subject, detail: { ownerId, source, distance, matchId } })
  await announce(tx, 'file.matched', { matchId, fileId, ownerId, source })
}

/** What an outside list knows becomes a row of ours, so that the match can name it. */
async function listed(tx: Tx, { source, print }: Match): Promise<string> {
  await queries.insertBlocked(tx, source, [print])
  return queries.blockedId(tx, source, print)
}

const atOnce = 5000

/**
 * Takes a list in: a line each, 64 hexadecimal digits for the SHA-256 of a file, or `block:` and 64 digits for a block hash.
 * Empty lines and those that begin with # are left out.
 * @returns how many were added, how many stood there already, and the numbers of lines that are neither
 */
export async function importList(
  db: Database,
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ added: number; known: number; wrong: number[] }> {
  const result = { added: 0, known: 0, wrong: [] as number[] }
  let waiting: Pick<Print, 'kind' | 'hex'>[] = []
  const flush = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    const added = await db.transaction((tx) => queries.insertBlocked(tx, name, batch))
    result.added += added
    result.known += batch.length - added
  }
  let number = 0
  for await (const line of lines) {
    number++
    const text = line.trim().toLowerCase()
    if (text === '' || text.startsWith('#')) continue
    const [, block, hex] = /^(block:)?([0-9a-f]{64})$/.exec(text) ?? []
    if (!hex) result.wrong.push(number)
    else waiting.push({ kind: block ? 'block' : 'exact', hex })
    if (waiting.length >= atOnce) await flush()
  }
  await flush()
  return result
}
