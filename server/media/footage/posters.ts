// The picture that stands for footage until it plays.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Outputs } from '#server/media/footage/made.ts'
import { blur } from '#server/media/images/images.ts'
import { ffmpeg, type Source } from '#server/platform/ffmpeg/ffmpeg.ts'

const posterSide = 1280
const thumbnailSide = 640

/** The frame at that second of what was made, in two sizes, and its blur. */
export async function posterOf(
  folder: string,
  source: Source,
  second: number,
  signal: AbortSignal,
): Promise<{ outputs: Outputs; blur: string }> {
  await ffmpeg({
    source,
    folder,
    signal,
    from: second,
    seconds: 60,
    outputBytes: 20_000_000,
    args: ['-an', '-frames:v', '1', '-q:v', '2', '-f', 'image2', 'poster-raw.jpg'],
  })
  const poster = await sized(folder, 'poster', posterSide)
  const thumbnail = await sized(folder, 'thumbnail', thumbnailSide)
  return {
    outputs: { poster: poster.output, thumbnail: thumbnail.output },
    blur: await blur(thumbnail.bytes),
  }
}

/** The frame of the teaser that differs least from the others: neither a black one nor a flash. */
export async function teaserPosterOf(folder: string, signal: AbortSignal): Promise<{ outputs: Outputs; blur: string }> {
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
  return { outputs: { teaserposter: poster.output }, blur: await blur(poster.bytes) }
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
