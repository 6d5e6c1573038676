// A stored file as it travels: open with addresses for this reader, or locked with nothing but its shape and a blur.
import type { MediaFile, Teaser, Thumbnail, Tint } from '#contract/media/file.ts'
import { signedUrl } from '#server/media/files/addresses.ts'
import type { Rendition, StoredFile } from '#server/media/files/queries.ts'

export interface Audience {
  viewerId: string | undefined
  now: Date
}

/** What the file's own address opens. */
const own: Partial<Record<StoredFile['purpose'], string>> = { video: 'hls', audio: 'sound', teaser: 'teaser', download: 'file' }

/** With addresses for somebody who has the right now; they are asked for it again when they use them. */
export function openForm(file: StoredFile, audience: Audience): MediaFile {
  const at = (name: string) => signedUrl(file.id, name, audience.viewerId, audience.now)
  const { sprite, peaks } = file.facts
  return {
    ...shapeOf(file),
    locked: false,
    ...(file.status === 'finished' && { url: at(own[file.purpose] ?? 'large') }),
    thumbnails: smallerRenditions(file).map(([name, { width, height }]) => ({ url: at(name), width, height })),
    ...(sprite && {
      sprite: {
        url: at('sprite'),
        columns: sprite.columns,
        rows: sprite.rows,
        width: sprite.width,
        height: sprite.height,
        everySeconds: sprite.everyMs / 1000,
      },
    }),
    ...(peaks && { peaks }),
    ...(file.purpose === 'download' && { name: file.name, bytes: file.bytes }),
  }
}

/** Built from what may be shown, not stripped of what may not: a new field of a file cannot leak by being forgotten here. */
export function lockedForm(file: StoredFile): MediaFile {
  return { ...shapeOf(file), locked: true, thumbnails: [] }
}

/** A public preview picture: the same for everyone who may know of the work. Undefined until it is finished. */
export function previewForm(file: StoredFile, { viewerId, now }: Audience): Thumbnail | undefined {
  const large = file.renditions['large']
  if (!large) return undefined
  const at = (name: string, { width, height }: Rendition) => ({ url: signedUrl(file.id, name, viewerId, now), width, height })
  return { ...at('large', large), smaller: smallerRenditions(file).map(([name, rendition]) => at(name, rendition)), ...tinted(file) }
}

/** The public seconds of footage: a teaser that was uploaded, or the one that was cut from the film. Undefined until it is finished. */
export function teaserForm(file: StoredFile, { viewerId, now }: Audience): Teaser | undefined {
  const { teaser, teaserposter: poster } = file.renditions
  const durationMs = file.purpose === 'teaser' ? file.durationMs : file.facts.teaser?.durationMs
  if (!teaser || !durationMs) return undefined
  return {
    url: signedUrl(file.id, 'teaser', viewerId, now),
    duration: durationMs / 1000,
    thumbnails: poster
      ? [{ url: signedUrl(file.id, 'teaserposter', viewerId, now), width: poster.width, height: poster.height, ...tinted(file) }]
      : [],
  }
}

/** The sizes by which the web chooses: smallest first, without the largest, which is a picture's own address. */
function smallerRenditions(file: StoredFile): [name: string, rendition: Rendition][] {
  return Object.entries(file.renditions)
    .filter(([name]) => pictures.has(name))
    .toSorted(([, a], [, b]) => a.width - b.width)
}

/** Smaller pictures of the whole; a sprite and a teaser's poster are something else. */
const pictures: ReadonlySet<string> = new Set(['thumbnail', 'medium', 'poster', 'small', '96', '256'])

export function tintOf({ tintHue, tintStrength }: Pick<StoredFile, 'tintHue' | 'tintStrength'>): Tint | undefined {
  return tintHue === null || !tintStrength ? undefined : { hue: tintHue, strength: tintStrength / 100 }
}

function tinted(file: Pick<StoredFile, 'tintHue' | 'tintStrength'>): { tint?: Tint } {
  const tint = tintOf(file)
  return tint ? { tint } : {}
}

function shapeOf(file: StoredFile) {
  const { id, purpose, status, width, height, durationMs, blur } = file
  return {
    _id: id,
    type: purpose,
    status,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(durationMs !== null && { duration: durationMs / 1000 }),
    ...(blur !== null && { blurUrl: blur }),
    ...tinted(file),
  }
}
