// A film that a right opens: qualities with their playlists, poster, pictures for the seek bar, and a few seconds that anyone may see.
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as files from '#server/media/files/files.ts'
import { makeClip } from '#server/media/footage/clip.ts'
import { filmArgs, mostFrames } from '#server/media/footage/encoding.ts'
import { framesOf, spriteOf } from '#server/media/footage/frames.ts'
import type { Ask, Made, Outputs } from '#server/media/footage/made.ts'
import { codecsOf, lengthOf, listed } from '#server/media/footage/playlist.ts'
import { posterOf, teaserPosterOf } from '#server/media/footage/posters.ts'
import { qualitiesOf, rateOf, type Picture, type Quality } from '#server/media/footage/steps.ts'
import { canToneMap, ffmpeg, FfmpegFailed } from '#server/platform/ffmpeg/ffmpeg.ts'

export async function makeFilm({ source, folder, picture, sound, durationMs, processing }: Ask): Promise<Made> {
  const seconds = durationMs / 1000
  const qualities = qualitiesOf(picture)
  const everyMs = everyMsOf(durationMs)
  await ffmpeg({
    source,
    folder,
    args: filmArgs({ picture, sound, qualities, everyMs, canToneMap: canToneMap() }),
    seconds,
    outputBytes: Math.ceil(seconds * 1_500_000) + 50_000_000,
    signal: processing.signal,
    onProgress: (done) => processing.report((done / seconds) * 94),
  })
  const { paths, prints, best: frame } = await framesOf(folder)
  const top = qualities[0]
  if (!top || paths.length === 0) throw new FfmpegFailed('it has no frames')
  processing.report(96)
  const sprite = await spriteOf(paths)
  await writeFile(join(folder, 'sprite.jpg'), sprite.bytes)
  const steps = await Promise.all(qualities.map((quality) => stepOf(folder, quality, picture, sound !== undefined)))
  const [best] = steps
  if (!best) throw new FfmpegFailed('it has no quality')
  // A container may claim to be longer than what is in it: it is as long as what there is to be seen.
  const shownMs = Math.min(durationMs, Math.round(lengthOf(best.cuttable.listed) * 1000))
  // Poster and teaser are no larger than this quality, and it is read the sooner.
  const clip = steps.find(({ step }) => step.name <= 720) ?? best
  const poster = await posterOf(folder, clip.cuttable, (frame * everyMs) / 1000, processing.signal)
  const teaser = await makeClip(folder, clip.cuttable, shownMs / 1000, sound !== undefined, processing.signal)
  const teaserPoster = await teaserPosterOf(folder, processing.signal)
  processing.report(98)
  return {
    outputs: {
      ...Object.fromEntries(steps.flatMap(({ outputs }) => Object.entries(outputs))),
      ...poster.outputs,
      ...teaserPoster.outputs,
      sprite: { file: 'sprite.jpg', width: sprite.columns * sprite.width, height: sprite.rows * sprite.height, bytes: sprite.bytes.length },
      teaser: {
        file: 'teaser.mp4',
        mediaType: 'video/mp4',
        width: clip.step.width,
        height: clip.step.height,
        bytes: await sizeOf(folder, 'teaser.mp4'),
      },
    },
    derived: {
      width: top.width,
      height: top.height,
      ...poster.placeholder,
      durationMs: shownMs,
      facts: {
        hls: steps.map(({ step }) => step),
        teaser: { durationMs: Math.round(teaser.seconds * 1000) },
        sprite: { columns: sprite.columns, rows: sprite.rows, width: sprite.width, height: sprite.height, everyMs },
      },
    },
    prints,
  }
}

/** At most a hundred frames, and at most two a second. */
export function everyMsOf(durationMs: number): number {
  return Math.max(500, Math.ceil(durationMs / mostFrames))
}

async function stepOf(folder: string, { name, width, height }: Quality, picture: Picture, hasSound: boolean) {
  const list = listed(await readFile(join(folder, `s${name}.m3u8`), 'utf8'))
  const { text, bandwidth, average } = list
  await writeFile(join(folder, `v${name}.m3u8`), text)
  const codecs = codecsOf(await beginning(join(folder, `s${name}.m4s`)), hasSound)
  const step: files.Step = { name, width, height, bandwidth, average, codecs, frameRate: rateOf(picture).perSecond }
  const outputs: Outputs = {
    [`v${name}`]: {
      file: `v${name}.m3u8`,
      mediaType: 'application/vnd.apple.mpegurl',
      width: 0,
      height: 0,
      bytes: Buffer.byteLength(text),
    },
    [`s${name}`]: { file: `s${name}.m4s`, mediaType: 'video/mp4', width, height, bytes: await sizeOf(folder, `s${name}.m4s`) },
  }
  return { step, outputs, cuttable: { path: join(folder, `s${name}.m4s`), listed: list } }
}

async function beginning(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function sizeOf(folder: string, file: string): Promise<number> {
  return (await stat(join(folder, file))).size
}
