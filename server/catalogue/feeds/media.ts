// A stored file as it travels: open with addresses for this reader, or locked with nothing but its shape and a blur.
import type { MediaFile } from '#contract/media/file.ts'
import { signedUrl, smallerRenditions, type StoredFile } from '#server/media/files/files.ts'

export interface Audience {
  viewerId: string | undefined
  now: Date
}

export function openFile(file: StoredFile, { viewerId, now }: Audience): MediaFile {
  return {
    ...shapeOf(file),
    locked: false,
    ...(file.renditions['large'] && { url: signedUrl(file.id, 'large', viewerId, now) }),
    thumbnails: smallerRenditions(file).map(([name, { width, height }]) => ({
      url: signedUrl(file.id, name, viewerId, now),
      width,
      height,
    })),
  }
}

/** Built from what may be shown, not stripped of what may not: a new field of a file cannot leak by being forgotten here. */
export function lockedFile(file: StoredFile): MediaFile {
  return { ...shapeOf(file), locked: true, thumbnails: [] }
}

/** A public preview: the same picture for everyone who may know of the post. */
export function previewOf(file: StoredFile, { viewerId, now }: Audience) {
  const large = file.renditions['large']
  return large && { url: signedUrl(file.id, 'large', viewerId, now), width: large.width, height: large.height }
}

function shapeOf({ id, purpose, status, width, height, blur }: StoredFile) {
  return {
    _id: id,
    type: purpose,
    status,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(blur !== null && { blurUrl: blur }),
  }
}
