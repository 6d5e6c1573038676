// The viewer's name over the whole of a picture, so that a copy tells who passed it on: tiled, that no crop is without it, and light on
// dark, that it is read on any ground. Drawn when it is first asked for, kept for some days, then forgotten.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { letterHeight, lettersPath } from '#server/media/files/letters.ts'
import * as queries from '#server/media/files/queries.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { store } from '#server/platform/storage/store.ts'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'

const pictures: ReadonlySet<string> = new Set(['large', 'thumbnail', 'poster'])

/** Of what people download, by what its bytes are; larger ones would take more memory than they are worth. */
const downloads: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
const mostBytes = 60_000_000
const mostPixels = 120_000_000

/** A sprite is too small for a name, and sound and footage have no place for one. */
export function canBeMarked(
  name: string,
  found: queries.Rendition,
  { purpose, mediaType }: Pick<queries.StoredFile, 'purpose' | 'mediaType'>,
): boolean {
  if (purpose === 'download') return downloads.has(mediaType) && found.bytes <= mostBytes
  return found.mediaType === undefined && pictures.has(name)
}

/** Drawing takes a core: a page of new pictures must not take all of them. */
const drawing = semaphore(2)

/** The rendition with this viewer's name on it; undefined when the file is gone, a download itself when nothing can be drawn on it. */
export async function marked(
  db: Database,
  fileId: string,
  name: string,
  found: queries.Rendition,
  { accountId, username }: Member,
): Promise<queries.Rendition | undefined> {
  const who = createHash('sha256').update(`${accountId} ${username}`).digest('hex').slice(0, 32)
  const key = `marks/${fileId}/${name}-${who}.jpg`
  // Kept for some days only, as it is sent: not sealed.
  const { sealed: _sealed, ...open } = found
  const kept = await store.size(key)
  if (kept !== undefined) return { ...open, key, bytes: kept }
  const bytes = await drawing.run(() => drawn(found, `@${username}`))
  // What only looks like a picture is sent as it is: it has been paid for.
  if (!bytes) return found
  await store.put(key, bytes)
  if (await db.transaction((tx) => queries.keepMark(tx, { fileId, key }))) return { ...open, key, bytes: bytes.length }
  await store.remove(key)
  return undefined
}

const keptDays = 3

/** Marks are made again in a moment: none is kept for longer, asked for or not. */
export async function forgetOldMarks(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - keptDays * 24 * 3600_000)
  const keys = await db.transaction((tx) => queries.forgetMarks(tx, before))
  await Promise.all(keys.map((key) => store.remove(key)))
}

async function drawn({ key, sealed }: queries.Rendition, text: string): Promise<Buffer | undefined> {
  if (!sealed) return draw(store.localPath(key), text)
  return draw(await buffer(store.readSealed(key)), text).catch(() => undefined)
}

/** In the format that it came in, upright, and without what a camera wrote into it. */
async function draw(picture: string | Buffer, text: string): Promise<Buffer> {
  const options = { limitInputPixels: mostPixels }
  const { autoOrient, format } = await sharp(picture, options).metadata()
  return sharp(picture, options)
    .autoOrient()
    .composite([{ input: Buffer.from(overlay(text, autoOrient.width, autoOrient.height)) }])
    .toFormat(format === 'png' || format === 'webp' ? format : 'jpeg', { quality: typeof picture === 'string' ? 80 : 90 })
    .toBuffer()
}

/** Two lines a tile, the second moved by half: no straight gap runs between the names. */
function overlay(text: string, width: number, height: number): string {
  const letters = lettersPath(text)
  const dot = Math.max(1.4, (Math.max(width, height) * 0.015) / letterHeight)
  const [across, down] = [letters.width + 50, letterHeight * 12]
  // Black around white, and only then made transparent, both at once.
  const name = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})" opacity=".42"><path d="${letters.path}" fill="none" stroke="#000" stroke-width=".6"/><path d="${letters.path}" fill="#fff"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><pattern id="names" width="${across}" height="${down}" patternUnits="userSpaceOnUse" patternTransform="rotate(-22) scale(${dot})">${name(4, 6)}${name(4 - across / 2, 6 + down / 2)}${name(4 + across / 2, 6 + down / 2)}</pattern></defs><rect width="100%" height="100%" fill="url(#names)"/></svg>`
}
