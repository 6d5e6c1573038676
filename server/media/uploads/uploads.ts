// Everything that creators upload comes in here: by multipart (the rows of those who publish) or in pieces (tus, resumable.ts). Each
// purpose has its own reader; a creator finds all of it again in their library.
// Promises: what a file is says its content and never its name; its name is cleaned; what may not come in is turned away before it is
// finished; a file belongs to who sent it.
// Leaves to others: reading pictures, footage and sound (images, footage, audio), and where a file is used (works).
import type { MediaFile } from '#contract/media/file.ts'
import type { LibraryFile, UploadedFile } from '#contract/media/uploads.ts'
import * as files from '#server/media/files/files.ts'
import type { UploadPurpose } from '#server/media/uploads/intake.ts'

export { receive, type UploadPurpose } from '#server/media/uploads/intake.ts'
export { receiving } from '#server/media/uploads/receiving.ts'
export { serveUploads } from '#server/media/uploads/resumable.ts'

/** An upload's answer. Its owner always may look at what they uploaded. */
export function uploadedForm(file: files.StoredFile, viewerId: string, now: Date): UploadedFile {
  const { _id, type, status, url, width, height, thumbnails } = ownForm(file, viewerId, now)
  return {
    _id,
    type,
    status,
    ...(url !== undefined && { url }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    thumbnails,
  }
}

/** A file as its owner's library shows it. */
export function libraryForm(file: files.StoredFile, viewerId: string, now: Date): LibraryFile {
  return {
    ...ownForm(file, viewerId, now),
    purpose: file.purpose as UploadPurpose,
    name: file.name,
    bytes: file.bytes,
    progress: file.progress,
    ...(file.failure && { failure: file.failure }),
    createdAt: file.createdAt.toISOString(),
  }
}

function ownForm(file: files.StoredFile, viewerId: string, now: Date): MediaFile {
  return files.openForm(file, { viewerId, now })
}
