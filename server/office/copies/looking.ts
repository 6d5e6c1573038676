// One look-up: which of our pictures the found one may be of, and whom its mark names. Seconds of a core for each of ours, in a thread.
import { buffer } from 'node:stream/consumers'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import { foundKey } from '#server/office/copies/copies.ts'
import * as queries from '#server/office/copies/queries.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import * as marks from '#server/platform/marks/marks.ts'
import { store } from '#server/platform/storage/store.ts'

/** After so long no further picture of ours is begun. */
const longestMs = 40_000
/** Above this it is a copy of ours, whether or not its mark can be read; another picture is alike by 0.12 at most. */
const leastLikeness = 0.38

/** What was found is held against ours, the likeliest first. Answered before, it does nothing. */
export async function look(db: Database, id: string): Promise<void> {
  const lookup = await queries.byId(db, id)
  if (!lookup || lookup.endedAt) return
  const found = await buffer(store.readSealed(foundKey(id)))
  const candidates = await candidatesOf(db, lookup, found)
  const told = (share: number) => db.transaction((tx) => queries.setProgress(tx, id, Math.min(99, Math.round(share * 100))))
  await finish(db, lookup, await answerOf(db, found, candidates, told))
}

/** What could not be read, however often it was tried. */
export async function giveUp(db: Database, id: string): Promise<void> {
  const nothing = { fileId: null, likeness: null, readers: null, keepsPicture: false }
  await db.transaction((tx) => queries.end(tx, id, { state: 'failed', ...nothing }))
  await store.remove(foundKey(id))
}

const mostTried = 40
/** Of the 256 bits of a fingerprint: those of two pictures that have nothing to do with each other differ in half of them. */
const farthest = 80

/** Those of ours that copies were sent of: of what staff named, or of what looks like it; the likest first. */
async function candidatesOf(db: Db, { workId, performerId }: queries.Lookup, found: Buffer): Promise<string[]> {
  const prints = await fingerprints.picturePrints(found)
  if (!workId && !performerId) {
    const near = (await fingerprints.nearest(db, prints, { farthest, limit: 12 })).map(({ fileId }) => fileId)
    const sent = new Set(await files.viewed(db, { ids: near }, near.length))
    return near.filter((fileId) => sent.has(fileId))
  }
  const named = workId ? { ids: (await works.find(db, [workId])).get(workId)?.media ?? [] } : { ownerId: performerId ?? '' }
  const sent = await files.viewed(db, named, mostTried)
  const near = await fingerprints.nearest(db, prints, { farthest: 256, limit: mostTried, among: sent })
  const distances = new Map(near.map(({ fileId, distance }) => [fileId, distance]))
  return sent.toSorted((a, b) => (distances.get(a) ?? 256) - (distances.get(b) ?? 256))
}

interface Answer {
  fileId: string | undefined
  likeness: number
  readers: number
  named: { accountId: string; z: number }[]
}

interface Tried {
  fileId: string
  likeness: number
}

async function answerOf(db: Db, found: Buffer, candidates: readonly string[], told: (share: number) => Promise<unknown>): Promise<Answer> {
  const began = performance.now()
  let readers = 0
  let likest: Tried | undefined
  for (const [at, fileId] of candidates.entries()) {
    await told(at / (candidates.length + 1))
    const reading = await readWith(db, found, fileId, false)
    if (!reading) continue
    readers += reading.standing.length
    const named = namedIn(reading, readers)
    if (named.length > 0) return { fileId, likeness: reading.likeness, readers, named }
    if (!likest || reading.likeness > likest.likeness) likest = { fileId, likeness: reading.likeness }
    if (performance.now() - began > longestMs) break
  }
  if (!likest) return { fileId: undefined, likeness: 0, readers, named: [] }
  // Rows of seats fit themselves in several places: of the likeliest all of them are read, which takes longer than all before.
  await told(candidates.length / (candidates.length + 1))
  const again = await readWith(db, found, likest.fileId, true)
  const named = again ? namedIn(again, readers) : []
  const isKnown = named.length > 0 || likest.likeness >= leastLikeness
  return { fileId: isKnown ? likest.fileId : undefined, likeness: likest.likeness, readers, named }
}

/** Undefined when ours is gone meanwhile, or is no picture. */
async function readWith(db: Db, found: Buffer, fileId: string, isThorough: boolean): Promise<marks.Reading | undefined> {
  const file = (await files.find(db, [fileId])).get(fileId)
  const ours = file && (await files.unmarked(file))
  if (!ours) return undefined
  const readerIds = (await files.viewers(db, fileId)).map(({ accountId }) => accountId)
  const { mostPixels } = files
  return marks.read({ ours, found, mostPixels, secret: files.markSecret(), pictureId: fileId, readerIds, isThorough })
}

const namedIn = ({ standing }: marks.Reading, readers: number) =>
  standing.filter(({ z }) => z >= marks.leastToName(readers)).map(({ readerId, z }) => ({ accountId: readerId, z }))

async function finish(db: Database, { id }: queries.Lookup, { fileId, likeness, readers, named }: Answer): Promise<void> {
  const keepsPicture = named.length > 0
  await db.transaction(async (tx) => {
    const ending = { fileId: fileId ?? null, likeness: Math.round(likeness * 100), readers, keepsPicture }
    if (!(await queries.end(tx, id, { state: 'answered', ...ending }))) return
    if (named.length > 0) await queries.insertNamed(tx, id, named)
    const detail = { named: named.map(({ accountId }) => accountId), count: named.length, readers, ...(fileId && { fileId }) }
    await record(tx, { action: 'copies.answered', subject: { kind: 'lookup', id }, detail })
  })
  if (!keepsPicture) await store.remove(foundKey(id))
}
