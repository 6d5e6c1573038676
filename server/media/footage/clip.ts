// The automatic teaser: a few seconds of a film, cut out of a quality that was made of it.
import { join } from 'node:path'
import { clipArgs } from '#server/media/footage/encoding.ts'
import { cutOut, segmentAt, segmentsOf, type Cuttable } from '#server/media/footage/parts.ts'
import { ffmpeg } from '#server/platform/ffmpeg/ffmpeg.ts'

const longestSeconds = 5

export interface Span {
  from: number
  seconds: number
}

/**
 * Five seconds of the middle, or a third of what is shorter than fifteen, so that a short film is not given away. From where a segment
 * begins, if one does in the middle third and most of what follows is still in it.
 */
export function spanOf(seconds: number, beginnings: readonly number[]): Span {
  const third = seconds / 3
  const length = Math.min(longestSeconds, third)
  const begins = beginnings.find((from) => from >= third && from + length / 2 <= 2 * third)
  return { from: begins ?? (seconds - length) / 2, seconds: length }
}

/** Leaves teaser.mp4 in the folder. */
export async function makeClip(folder: string, quality: Cuttable, seconds: number, hasSound: boolean, signal: AbortSignal): Promise<Span> {
  const segments = segmentsOf(quality.listed)
  const span = spanOf(
    seconds,
    segments.map(({ begins }) => begins),
  )
  const [first, last] = [segmentAt(quality.listed, span.from), segmentAt(quality.listed, span.from + span.seconds)]
  await cutOut(join(folder, 'teaser-part.mp4'), quality, first.place, last.place - first.place + 1)
  await ffmpeg({
    source: { path: join(folder, 'teaser-part.mp4'), container: 'mov' },
    folder,
    args: clipArgs({ from: span.from - first.begins, seconds: span.seconds, hasSound }),
    seconds: 60,
    outputBytes: 50_000_000,
    signal,
  })
  return span
}
