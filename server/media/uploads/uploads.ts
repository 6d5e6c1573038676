// Everything that creators upload comes in here: by multipart (the rows of those who publish) or in pieces (tus, resumable.ts). Each
// purpose has its own reader; a creator finds all of it again in their library.
// Promises: what a file is says its content and never its name; its name is cleaned; what may not come in is turned away before it is
// finished; a file belongs to who sent it.
// Leaves to others: reading pictures, footage and sound (images, footage, audio), and where a file is used (works).
import type { MediaFile } from '#contract/media/file.ts'
import type { LibraryFile, UploadedFile } from '#contract/media/uploads.ts'
import * as audio from '#server/media/audio/audio.ts'
import * as files from '#server/media/files/files.ts'
import * as footage from '#server/media/footage/footage.ts'
import * as images from '#server/media/images/images.ts'
import { receiveDownload } from '#server/media/uploads/downloads.ts'
import { cleanName } from '#server/media/uploads/names.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'

/** What somebody may upload a file for. */
export type UploadPurpose = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser' | 'download'

/** The most bytes of each: calls.md section 3, for the rows' `uploads` and for uploads in pieces. */
export const mostBytes: Readonly<Record<UploadPurpose, number>> = {
  photo: 20_000_000,
  thumbnail: 20_000_000,
  video: 4_000_000_000,
  teaser: 4_000_000_000,
  audio: 200_000_000,
  download: 4_000_000_000,
}

/**
 * Takes in what a creator sent. Pictures and downloads are mostly finished when this answers, footage and sound are `created`.
 * @throws file_type_not_allowed, file_unreadable, file_too_long, file_blocked, file_required, each on the field it came in
 */
export function receive(
  db: Database,
  upload: ReceivedFile,
  { purpose, ownerId }: { purpose: UploadPurpose; ownerId: string },
): Promise<files.StoredFile> {
  const name = cleanName(upload.name)
  switch (purpose) {
    case 'photo':
    case 'thumbnail':
      return images.receive(db, upload, { purpose, ownerId, name })
    case 'video':
    case 'teaser':
      return footage.receive(db, upload, { purpose, ownerId, name })
    case 'audio':
      return audio.receive(db, upload, { ownerId, name })
    case 'download':
      return receiveDownload(db, upload, { ownerId, name })
  }
}

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
