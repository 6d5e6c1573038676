import type { uploads as rows } from '#contract/media/uploads.ts'
import * as files from '#server/media/files/files.ts'
import { libraryForm, type UploadPurpose } from '#server/media/uploads/uploads.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** What one publishes from; previews and teasers are asked for by their purpose. */
const publishable: readonly UploadPurpose[] = ['photo', 'video', 'audio', 'download']
const uploadable: readonly files.Purpose[] = [...publishable, 'thumbnail', 'teaser']

export const handlers: Handlers<typeof rows> = {
  async library({ db, viewer }, { purpose, status, q, limit, offset }) {
    const purposes = purpose ? [purpose] : publishable
    const { rows: found, total } = await files.ofOwner(db, viewer.accountId, { purposes, status, q }, { limit, offset })
    return { data: found.map((file) => libraryForm(file, viewer.accountId, db.now)), total }
  },
  async one(call, { id }) {
    return libraryForm(await own(call, id), call.viewer.accountId, call.db.now)
  },
  async status(call, { id }) {
    const file = await own(call, id)
    const { url } = files.openForm(file, { viewerId: call.viewer.accountId, now: call.db.now })
    return { status: file.status, progress: file.progress, ...(url && { url }) }
  },
  async remove(call, { id }) {
    await own(call, id)
    await call.db
      .transaction((tx) => files.forget(tx, id))
      .catch((error: unknown) => {
        // Whoever uses a file refers to it; which slice that is need not be known here.
        if ((error as { code?: string }).code === foreignKeyViolation) refuse('file_in_use')
        throw error
      })
    return { deleted: true }
  },
}

const foreignKeyViolation = '23503'

/** Somebody else's file, a face or a cover is no part of the library. */
async function own({ db, viewer }: Call<Member>, id: string): Promise<files.StoredFile> {
  const file = (await files.find(db, [id])).get(id)
  if (!file || file.ownerId !== viewer.accountId || !uploadable.includes(file.purpose)) return refuse('not_found')
  return file
}
