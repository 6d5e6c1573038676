import type { Feed } from '#contract/catalogue/feeds.ts'
import { type Api, Refused } from '#contract/client.ts'
import type { DraftErrors, DraftField } from '#web/catalogue/feeds/compose/draft.ts'
import type { bodyOf, clearedOf } from '#web/catalogue/feeds/compose/draft.ts'
import { type Photo, photosOf, settle } from '#web/catalogue/feeds/compose/uploads.ts'

type Intent = {
  list: string
  before?: Feed | undefined
  body: ReturnType<typeof bodyOf>
  cleared: ReturnType<typeof clearedOf>
  photos: readonly Photo[]
  status: 'active' | 'inactive'
}

/**
 * Writes the post. While the server still works on a photo, a new post waits as a draft and is shown when the photo is done.
 * A draft's kind cannot be changed once it is kept, so a text draft that got photos becomes a new post in its place.
 */
export async function send(api: Api, { list, before, body, cleared, photos, status }: Intent): Promise<Feed> {
  const type = photos.length > 0 ? 'photo' : 'text'
  const isDraft = before === undefined || before.status === 'inactive'
  const waits = isDraft && status === 'active' && photos.some((photo) => photo.state === 'processing')
  const written = { ...body, status: waits ? ('inactive' as const) : status }
  const isReplaced = before?.status === 'inactive' && before.type !== type
  const post =
    before && !isReplaced
      ? await api.feeds.update({ id: before._id, ...written, ...cleared })
      : await api.feeds.create({ type, ...written })
  if (before && isReplaced) await api.feeds.remove({ id: before._id })
  if (!waits) return post
  await untilProcessed(api, post._id, list)
  return api.feeds.update({ id: post._id, status: 'active' })
}

/** Asks every two seconds how far the photos are; the call that follows refuses what still is not. */
async function untilProcessed(api: Api, postId: string, list: string): Promise<void> {
  for (let turn = 0; turn < 90; turn++) {
    const waiting = photosOf(list).filter((photo) => photo.state === 'processing')
    if (waiting.length === 0) return
    await new Promise((done) => setTimeout(done, 2000))
    await askProcessed(api, postId, list)
  }
}

/** One look at each photo that the server still works on. */
export async function askProcessed(api: Api, postId: string, list: string): Promise<void> {
  for (const { fileId, state } of photosOf(list)) {
    if (!fileId || state !== 'processing') continue
    const { status } = await api.feeds.fileStatus({ id: postId, fileId })
    if (status === 'finished' || status === 'error') settle(list, fileId, status)
  }
}

/** Refusals that name no field stand at the one they are about. */
const fieldOfCode: Readonly<Record<string, DraftField>> = {
  text_or_file_required: 'text',
  prohibited_term: 'text',
  price_required: 'price',
  price_out_of_bounds: 'price',
  price_is_sold: 'price',
  sale_needs_file: 'fileIds',
  too_many_files: 'fileIds',
  file_not_yours: 'fileIds',
  file_in_use: 'fileIds',
  file_not_ready: 'fileIds',
  media_is_sold: 'fileIds',
  schedule_in_past: 'scheduledAt',
}

/** The server's sentences by field; undefined when it said nothing that belongs to one. */
export function errorsFrom(error: unknown): DraftErrors | undefined {
  if (!(error instanceof Refused)) return undefined
  if (error.errors.length > 0) return Object.fromEntries(error.errors.map(({ field, message }) => [field.split(/[.[/]/, 1)[0], message]))
  const field = fieldOfCode[error.code]
  return field && { [field]: error.message }
}
