import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Api } from '#contract/client.ts'
import { type bodyOf, type clearedOf, type Draft, type DraftErrors, type DraftField, typeOf } from '#web/catalogue/feeds/compose/draft.ts'
import type { Files } from '#web/catalogue/feeds/compose/lists.ts'
import { sendPoll } from '#web/catalogue/feeds/compose/poll-draft.ts'
import { errorsFrom } from '#web/catalogue/works/studio/field-errors.ts'
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

/** What the server says, by the form's fields. */
export const refused = (error: unknown): DraftErrors | undefined =>
  errorsFrom<DraftField>(error, {
    codes: { text_or_file_required: 'text', prohibited_term: 'text', poll_needs_options: 'poll', poll_has_votes: 'poll' },
    fields: { pollIds: 'poll', pollDescription: 'poll', pollExpiredAt: 'poll', description: 'poll', streamingScheduled: 'streamingAt' },
  })
