// The picture that stands for footage until it plays.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Outputs } from '#server/media/footage/made.ts'
import { cutOut, segmentAt, type Cuttable } from '#server/media/footage/parts.ts'
import { placeholderOf } from '#server/media/images/images.ts'
import { ffmpeg, type Source } from '#server/platform/ffmpeg/ffmpeg.ts'

interface Poster {
  outputs: Outputs
  placeholder: Awaited<ReturnType<typeof placeholderOf>>
}

const posterSide = 1280
const thumbnailSide = 640

/**
 * The frame at that second of a quality that was made, in two sizes, and its blur. Only the segment that has it is read: an old build
 * never comes back from looking for a place in a file of fragments.
 */
export async function posterOf(folder: string, quality: Cuttable, second: number, signal: AbortSignal): Promise<Poster> {
  const at = segmentAt(quality.listed, second)
  await cutOut(join(folder, 'poster-part.mp4'), quality, at.place, 1)
  // The last picture of a segment may come a little earlier than its end.
  const within = Math.max(0, Math.min(second - at.begins, at.seconds - 0.5))
  await ffmpeg({
    source: { path: join(folder, 'poster-part.mp4'), container: 'mov' },
    folder,
    signal,
    seconds: 60,
    outputBytes: 20_000_000,
    args: ['-an', '-ss', within.toFixed(3), '-frames:v', '1', '-q:v', '2', '-f', 'image2', 'poster-raw.jpg'],
  })
  const poster = await sized(folder, 'poster', posterSide)
  const thumbnail = await sized(folder, 'thumbnail', thumbnailSide)
  return {
    outputs: { poster: poster.output, thumbnail: thumbnail.output },
    placeholder: await placeholderOf(thumbnail.bytes),
  }
}

/** The frame of the teaser that differs least from the others: neither a black one nor a flash. */
export async function teaserPosterOf(folder: string, signal: AbortSignal): Promise<Poster> {
  const source: Source = { path: join(folder, 'teaser.mp4'), container: 'mov' }
  await ffmpeg({
    source,
    folder,
    signal,
    seconds: 60,
    outputBytes: 20_000_000,
    args: ['-an', '-vf', 'thumbnail=50', '-frames:v', '1', '-q:v', '2', '-f', 'image2', 'teaserposter-raw.jpg'],
  })
  const poster = await sized(folder, 'teaserposter', posterSide)
  return { outputs: { teaserposter: poster.output }, placeholder: await placeholderOf(poster.bytes) }
}

async function sized(folder: string, name: string, side: number) {
  const raw = join(folder, `${name === 'thumbnail' ? 'poster' : name}-raw.jpg`)
  const { data: bytes, info } = await sharp(raw)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  await writeFile(join(folder, `${name}.jpg`), bytes)
  return { bytes, output: { file: `${name}.jpg`, width: info.width, height: info.height, bytes: bytes.length } }
}
