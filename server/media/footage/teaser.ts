// A teaser that somebody uploaded: one file for everyone who may know of the work.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { teaserArgs } from '#server/media/footage/encoding.ts'
import { everyMsOf } from '#server/media/footage/film.ts'
import { framesOf } from '#server/media/footage/frames.ts'
import type { Ask, Made } from '#server/media/footage/made.ts'
import { teaserPosterOf } from '#server/media/footage/posters.ts'
import { fitted } from '#server/media/footage/steps.ts'
import { canToneMap, ffmpeg } from '#server/platform/ffmpeg/ffmpeg.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'

export async function makeTeaser({ source, folder, picture, sound, durationMs, processing }: Ask): Promise<Made> {
  const seconds = durationMs / 1000
  await ffmpeg({
    source,
    folder,
    args: teaserArgs({ picture, sound, everyMs: everyMsOf(durationMs), canToneMap: canToneMap() }),
    seconds,
    outputBytes: Math.ceil(seconds * 1_000_000) + 20_000_000,
    signal: processing.signal,
    onProgress: (done) => processing.report((done / seconds) * 90),
  })
  const { prints } = await framesOf(folder)
  const { outputs, placeholder } = await teaserPosterOf(folder, processing.signal)
  const { width, height } = fitted(720, picture)
  const path = join(folder, 'teaser.mp4')
  const { size } = await stat(path)
  // A container may claim to be longer than what is in it.
  const shown = await probed({ path, container: 'mov' })
  return {
    outputs: { ...outputs, teaser: { file: 'teaser.mp4', mediaType: 'video/mp4', width, height, bytes: size } },
    derived: { width, height, ...placeholder, durationMs: Math.min(durationMs, shown.durationMs) },
    prints,
  }
}
