// Pictures that were paid for, as they leave: the reader's name in a corner, and a code that nobody sees and that says whose copy it is.
// Drawn when it is first asked for, kept for some days, then forgotten; to whom it was sent is kept for good, and noted before it leaves.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import * as queries from '#server/media/files/queries.ts'
import { secretFor } from '#server/platform/config/keys.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as marks from '#server/platform/marks/marks.ts'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'
import { store } from '#server/platform/storage/store.ts'

const pictures: ReadonlySet<string> = new Set(['large', 'medium', 'thumbnail', 'poster'])

/** Of what people download, by what its bytes are; larger ones would take more memory than they are worth. */
const downloads: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
const mostBytes = 60_000_000
export const mostPixels = 120_000_000

type Marked = Pick<queries.StoredFile, 'id' | 'ownerId' | 'purpose' | 'mediaType'>

/** A sprite is too small for a name, and sound and footage have no place for one. */
export function canBeMarked(
  name: string,
  found: queries.Rendition,
  { purpose, mediaType }: Pick<Marked, 'purpose' | 'mediaType'>,
): boolean {
  if (purpose === 'download') return downloads.has(mediaType) && found.bytes <= mostBytes
  return found.mediaType === undefined && pictures.has(name)
}

/** What marks are drawn on, as we keep it; undefined for what has none. */
export async function unmarked(file: queries.StoredFile): Promise<string | Buffer | undefined> {
  const name = ['large', 'poster', 'file'].find((each) => file.renditions[each]) ?? ''
  const found = file.renditions[name]
  if (!found || !canBeMarked(name, found, file)) return undefined
  return found.sealed ? buffer(store.readSealed(found.key)) : store.localPath(found.key)
}

/** How often a creator wants the reader's name in their pictures: once in a corner, or four times over the picture. */
type NamesIn = 'one' | 'four'

let namesIn: (db: Db, ownerId: string) => Promise<NamesIn> = async () => 'one'

/** Wired once at start: profiles know what a creator wants. */
export function useNamesIn(answer: typeof namesIn): void {
  namesIn = answer
}

/** Of all that hidden marks are made of, and all that reads them: a site that loses it reads no copy any more. */
export const markSecret = (): Buffer => secretFor('hidden marks')

/** Downloads are held in memory while they are drawn on: two at a time, and one of those that have very many pixels. */
const heavyBytes = 12_000_000
const [light, heavy] = [semaphore(2), semaphore(1)]

/** The rendition with this viewer's marks; undefined when the file is gone, a download itself when nothing can be drawn on it. */
export async function marked(
  db: Database,
  file: Marked,
  name: string,
  found: queries.Rendition,
  { accountId, username }: Member,
): Promise<queries.Rendition | undefined> {
  await noteViewing(db, { fileId: file.id, accountId })
  // A small one stands in walls, where a name would be read by nobody; its hidden mark is that of the large one.
  const wanted = name === 'thumbnail' ? 'none' : await namesIn(db, file.ownerId)
  const who = createHash('sha256').update(`${marks.version} ${wanted} ${accountId} ${username}`).digest('hex').slice(0, 32)
  const key = `marks/${file.id}/${name}-${who}`
  // Kept for some days only, as it is sent: not sealed.
  const { sealed: _sealed, ...open } = found
  const kept = await store.size(key)
  if (kept !== undefined) return { ...open, key, bytes: kept }
  const mark = { secret: markSecret(), pictureId: file.id, readerId: accountId, names: often[wanted], text: `@${username}` }
  const bytes = await drawn(found, mark)
  // What only looks like a picture is sent as it is: it has been paid for.
  if (!bytes) return found
  await store.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (await db.transaction((tx) => queries.keepMark(tx, { fileId: file.id, key }))) return { ...open, key, bytes: bytes.length }
  await store.remove(key)
  return undefined
}

const often = { none: 0, one: 1, four: 4 } as const

/** The database hears of it once an hour, however many pictures a page has. */
const notedForMs = 3600_000

async function noteViewing(db: Database, viewing: { fileId: string; accountId: string }): Promise<void> {
  const since = new Date(db.now.getTime() - notedForMs)
  if (await queries.isNoted(db, viewing, since)) return
  await db.transaction((tx) => queries.noteViewing(tx, viewing))
}

const keptDays = 3

/** Marks are made again in a moment: none is kept for longer, asked for or not. */
export async function forgetOldMarks(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - keptDays * 24 * 3600_000)
  const keys = await db.transaction((tx) => queries.forgetMarks(tx, before))
  await Promise.all(keys.map((key) => store.remove(key)))
}

async function drawn({ key, sealed, bytes }: queries.Rendition, mark: marks.Mark): Promise<Uint8Array | undefined> {
  // A rendition is encoded as it was before, so that its second encoding is not seen.
  if (!sealed) return marks.draw(store.localPath(key), mark, { quality: 82, mostPixels })
  const draw = async () => marks.draw(await buffer(store.readSealed(key)), mark, { quality: 90, mostPixels })
  return (bytes > heavyBytes ? heavy : light).run(draw).catch(() => undefined)
}
