import type { Feed } from '#contract/catalogue/feeds.ts'
import { type Api, Refused } from '#contract/client.ts'
import { type bodyOf, type clearedOf, type Draft, type DraftErrors, type DraftField, typeOf } from '#web/catalogue/feeds/compose/draft.ts'
import type { Files } from '#web/catalogue/feeds/compose/lists.ts'
import { sendPoll } from '#web/catalogue/feeds/compose/poll-draft.ts'
import { untilProcessed } from '#web/media/uploads/processing.ts'

interface Intent {
  list: string
  before?: Feed | undefined
  draft: Draft
  body: ReturnType<typeof bodyOf>
  cleared: ReturnType<typeof clearedOf>
  files: Files
  timeZone: string
  status: 'active' | 'inactive'
}

/**
 * Writes the post. While the server still works on a photo, a new post waits as a draft and is shown when the photo is done.
 * A draft's kind cannot be changed once it is kept, so a text draft that got photos becomes a new post in its place.
 */
export async function send(api: Api, { list, before, draft, body, cleared, files, timeZone, status }: Intent): Promise<Feed> {
  const type = typeOf(draft, files)
  const isReplaced = before?.status === 'inactive' && before.type !== type
  const isDraft = before === undefined || before.status === 'inactive'
  const waits = isDraft && status === 'active' && files.media.some((item) => item.state === 'processing')
  // Options of a post that is replaced are not free: the new one makes its own.
  const poll = await sendPoll(api, draft.poll, isReplaced ? undefined : before?.poll, timeZone)
  const written = { ...body, ...poll, status: waits ? ('inactive' as const) : status }
  const post =
    before && !isReplaced
      ? await api.feeds.update({ id: before._id, ...written, ...cleared })
      : await api.feeds.create({ type, ...written })
  if (before && isReplaced) await api.feeds.remove({ id: before._id })
  if (!waits) return post
  await untilProcessed(list)
  return api.feeds.update({ id: post._id, status: 'active' })
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
  file_not_ready: 'fileIds',
  file_blocked: 'fileIds',
  media_is_sold: 'fileIds',
  schedule_in_past: 'scheduledAt',
  unknown_participant: 'participants',
  poll_needs_options: 'poll',
  poll_has_votes: 'poll',
}
/** Fields of the call that have another name in the form. */
const names: Readonly<Record<string, DraftField>> = {
  participantIds: 'participants',
  pollIds: 'poll',
  pollDescription: 'poll',
  pollExpiredAt: 'poll',
  description: 'poll',
  streamingScheduled: 'streamingAt',
}

/** The server's sentences by field; undefined when it said nothing that belongs to one. */
export function errorsFrom(error: unknown): DraftErrors | undefined {
  if (!(error instanceof Refused)) return undefined
  if (error.errors.length > 0)
    return Object.fromEntries(
      error.errors.map(({ field, message }) => {
        const own = field.split(/[.[/]/, 1)[0] ?? field
        return [names[own] ?? own, message]
      }),
    )
  const field = fieldOfCode[error.code]
  return field && { [field]: error.message }
}
