// What an operator must know before strangers upload footage, said at the start and not at the first film.
import { binaries, warnOf } from '#server/platform/ffmpeg/binaries.ts'
import { hasNoNetwork } from '#server/platform/ffmpeg/confining.ts'

/** Warns of an old ffmpeg, of none at all, and of one that keeps its network. A site without footage starts all the same. */
export function warnAtStart(): void {
  try {
    binaries()
  } catch (error) {
    return warnOf(`Footage and sound cannot be worked on, because there is no ffmpeg: ${(error as Error).message}`)
  }
  if (!hasNoNetwork()) {
    warnOf(
      'What reads the footage of strangers keeps its network here: `unshare` is missing, or this system lets nobody use it. Its list of protocols still allows files only.',
    )
  }
}
