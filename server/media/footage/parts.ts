// Parts of a quality as files of their own. An old build of ffmpeg never comes back from looking for a place in a file of fragments, so
// nobody looks: where each segment lies is known.
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Listed, Part } from '#server/media/footage/playlist.ts'

export interface Cuttable {
  path: string
  listed: Listed
}

export interface Segment {
  place: number
  /** In seconds of the film. */
  begins: number
  seconds: number
}

export function segmentsOf({ segments }: Listed): Segment[] {
  let begins = 0
  return segments.map(({ seconds }, place) => {
    const segment = { place, begins, seconds }
    begins += seconds
    return segment
  })
}

/** The segment in which that second is shown, or the last one. */
export function segmentAt(listed: Listed, second: number): Segment {
  const segments = segmentsOf(listed)
  const found = segments.find(({ begins, seconds }) => second < begins + seconds) ?? segments.at(-1)
  if (!found) throw new Error('the quality has no segments')
  return found
}

/** Writes what comes before every segment, and so many segments, as one file. */
export async function cutOut(to: string, { path, listed }: Cuttable, place: number, count: number): Promise<void> {
  const parts: Part[] = [listed.start, ...listed.segments.slice(place, place + count)]
  await pipeline(
    async function* () {
      for (const { from, bytes } of parts) yield* createReadStream(path, { start: from, end: from + bytes - 1 })
    },
    createWriteStream(to, { mode: 0o600 }),
  )
}
