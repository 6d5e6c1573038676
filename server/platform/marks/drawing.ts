// Both marks in one go: a picture is decoded once, moved in its own pixels, and encoded once. Holds its thread for as long as that takes.
import sharp, { type Sharp } from 'sharp'
import { carrierOf, codeOf, gridOf } from '#server/platform/marks/code.ts'
import { groundOf } from '#server/platform/marks/ground.ts'
import { hide, leastSide, patternOf } from '#server/platform/marks/hidden.ts'
import { signFourTimes, signOnce } from '#server/platform/marks/visible.ts'

export interface Mark {
  secret: Uint8Array
  /** All renditions of a picture are marked in its name, so that each is read by any other. */
  pictureId: string
  readerId: string
  /** What is seen, and how often: nothing, in a corner, or over the picture. */
  names: 0 | 1 | 4
  /** As it is to be read: `@xiaonan`. */
  text: string
}

export interface Encoding {
  /** PNG and WebP stay what they are; everything else becomes JPEG. */
  quality: number
  mostPixels: number
}

/** Undefined for what moves: one marked frame of it would not be what was bought. @throws for what is no picture */
export async function draw(
  picture: string | Uint8Array,
  mark: Mark,
  { quality, mostPixels }: Encoding,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opened = () => sharp(picture, { limitInputPixels: mostPixels })
  const { format, pages = 1 } = await opened().metadata()
  if (pages > 1) return undefined
  const { data, info } = await opened().autoOrient().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  await write({ data, width, height, channels }, mark)
  const marked = sharp(data, { raw: { width, height, channels } })
  return Uint8Array.from(await encoded(marked, format, quality).toBuffer())
}

function encoded(marked: Sharp, format: string, quality: number): Sharp {
  // A PNG with a quality would be given a palette.
  if (format === 'png') return marked.png()
  return format === 'webp' ? marked.webp({ quality }) : marked.jpeg({ quality })
}

async function write(pixels: Parameters<typeof groundOf>[0], { secret, pictureId, readerId, names, text }: Mark): Promise<void> {
  const grid = gridOf(pixels.width, pixels.height)
  const ground = groundOf(pixels, grid)
  const code = codeOf(secret, pictureId, readerId)
  if (names === 1) await signOnce(pixels, text)
  if (names === 4) await signFourTimes(pixels, text, ground, grid, code[0]! > 0)
  if (Math.max(pixels.width, pixels.height) >= leastSide) hide(pixels, patternOf(code, carrierOf(secret, pictureId), grid, ground), grid)
}
