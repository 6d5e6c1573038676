// What a run over footage is asked for, and what it leaves.
import type * as files from '#server/media/files/files.ts'
import type * as fingerprints from '#server/media/fingerprints/fingerprints.ts'
import type { Picture } from '#server/media/footage/steps.ts'
import type { Source } from '#server/platform/ffmpeg/ffmpeg.ts'

export interface Ask {
  source: Source
  /** Empty, and gone afterwards. */
  folder: string
  picture: Picture
  /** The stream of the sound. */
  sound: number | undefined
  durationMs: number
  processing: files.Processing
}

/** Files of the folder, by the name of the rendition that each becomes. */
export type Outputs = Record<string, Omit<files.Rendition, 'key'> & { file: string }>

export interface Made {
  outputs: Outputs
  derived: Omit<files.Derived, 'renditions'>
  prints: readonly fingerprints.Print[]
}
