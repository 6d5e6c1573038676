// What is made of the frames that a run leaves behind: fingerprints, the pictures of the seek bar, and which of them is worth a poster.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import * as fingerprints from '#server/media/fingerprints/fingerprints.ts'

export interface Frames {
  paths: readonly string[]
  prints: fingerprints.Print[]
  /** The number of the one that shows most. */
  best: number
}

export async function framesOf(folder: string): Promise<Frames> {
  const names = (await readdir(folder)).filter((name) => /^frame-\d+\.jpg$/.test(name)).toSorted()
  const paths = names.map((name) => join(folder, name))
  const prints: fingerprints.Print[] = []
  let [best, most] = [0, -1]
  for (const [number, path] of paths.entries()) {
    prints.push(...(await fingerprints.framePrints(path, number)))
    const { entropy } = await sharp(path).stats()
    // The first and the last second are often titles or a fade: another frame that shows as much is preferred.
    const worth = number === 0 || number === paths.length - 1 ? entropy * 0.8 : entropy
    if (worth > most) [best, most] = [number, worth]
  }
  return { paths, prints, best }
}

const columns = 10
const tileSide = 192

export interface Sprite {
  bytes: Buffer
  columns: number
  rows: number
  /** Of one tile. */
  width: number
  height: number
}

/** All frames in one picture, row by row. */
export async function spriteOf(paths: readonly string[]): Promise<Sprite> {
  const first = await sharp(paths[0]).metadata()
  const scale = Math.min(1, tileSide / Math.max(first.width, first.height))
  const [width, height] = [Math.max(1, Math.round(first.width * scale)), Math.max(1, Math.round(first.height * scale))]
  const across = Math.min(columns, paths.length)
  const rows = Math.ceil(paths.length / across)
  const tiles: OverlayOptions[] = []
  for (const [number, path] of paths.entries()) {
    const input = await sharp(path).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    tiles.push({ input, raw: { width, height, channels: 3 }, left: (number % across) * width, top: Math.floor(number / across) * height })
  }
  const bytes = await sharp({ create: { width: across * width, height: rows * height, channels: 3, background: '#000' } })
    .composite(tiles)
    .jpeg({ quality: 70 })
    .toBuffer()
  return { bytes, columns: across, rows, width, height }
}
