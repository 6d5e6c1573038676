// Which reader takes what, and how much of it.
import { randomUUID } from 'node:crypto'
import * as audio from '#server/media/audio/audio.ts'
import type * as files from '#server/media/files/files.ts'
import * as footage from '#server/media/footage/footage.ts'
import * as images from '#server/media/images/images.ts'
import { receiveDownload } from '#server/media/uploads/downloads.ts'
import { cleanName } from '#server/media/uploads/names.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'

/** What somebody may upload a file for. */
export type UploadPurpose = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser' | 'download'

const mib = 1024 * 1024
/** The most bytes of each (calls.md section 3). */
export const mostBytes: Readonly<Record<UploadPurpose, number>> = {
  photo: 20 * mib,
  thumbnail: 20 * mib,
  video: 4096 * mib,
  teaser: 200 * mib,
  audio: 200 * mib,
  download: 4096 * mib,
}

/**
 * Takes in what a creator sent. Pictures and downloads are mostly finished when this answers, footage and sound are `created`.
 * @param fileId named beforehand by whoever must know what is there should the process die in between
 * @throws file_type_not_allowed, file_unreadable, file_too_long, file_blocked, file_required, each on the field it came in
 */
export function receive(
  db: Database,
  upload: ReceivedFile,
  { purpose, ownerId, fileId = randomUUID() }: { purpose: UploadPurpose; ownerId: string; fileId?: string },
): Promise<files.StoredFile> {
  const intake = { ownerId, fileId, name: cleanName(upload.name) }
  switch (purpose) {
    case 'photo':
    case 'thumbnail':
      return images.receive(db, upload, { ...intake, purpose })
    case 'video':
    case 'teaser':
      return footage.receive(db, upload, { ...intake, purpose })
    case 'audio':
      return audio.receive(db, upload, intake)
    case 'download':
      return receiveDownload(db, upload, intake)
  }
}
