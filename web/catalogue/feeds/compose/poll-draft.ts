// A poll as its creator writes it: what of it is wrong, whether it changed, and how its options are made.
import type { Poll } from '#contract/catalogue/feeds.ts'
import type { Api } from '#contract/client.ts'
import type { Wrong } from '#web/catalogue/works/studio/terms.ts'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'

export interface PollDraft {
  isOn: boolean
  question: string
  options: string[]
  /** A field of type datetime-local. */
  expiresAt: string
}

export const emptyPoll: PollDraft = { isOn: false, question: '', options: ['', ''], expiresAt: '' }
export const mostOptions = 10

export function pollFrom(poll: Poll | undefined, timeZone: string): PollDraft {
  if (!poll) return emptyPoll
  return {
    isOn: true,
    question: poll.question,
    options: poll.options.map(({ description }) => description),
    expiresAt: fieldFrom(poll.expiresAt, timeZone),
  }
}

const written = ({ options }: PollDraft) => options.map((option) => option.trim()).filter(Boolean)

export function wrongOfPoll(
  poll: PollDraft,
  { timeZone, now, before }: { timeZone: string; now: number; before: Poll | undefined },
): Wrong | undefined {
  if (!poll.isOn) return undefined
  const options = written(poll)
  if (options.length < 2) return { key: 'composer.wrong.pollOptions' }
  if (new Set(options).size < options.length) return { key: 'composer.wrong.pollTwice' }
  const expiresAt = instantFrom(poll.expiresAt, timeZone)
  const isNew = poll.expiresAt !== fieldFrom(before?.expiresAt, timeZone)
  return expiresAt && isNew && Date.parse(expiresAt) <= now ? { key: 'composer.wrong.pollPast' } : undefined
}

interface SentPoll {
  pollIds?: string[]
  pollDescription?: string
  pollExpiredAt?: string | null
}

/** What the call takes of it. Options are made one by one first; what did not change is not sent, and keeps its votes. */
export async function sendPoll(api: Api, poll: PollDraft, before: Poll | undefined, timeZone: string): Promise<SentPoll> {
  const was = pollFrom(before, timeZone)
  if (!poll.isOn) return before ? { pollIds: [] } : {}
  const options = written(poll)
  const expiresAt = instantFrom(poll.expiresAt, timeZone)
  const sameOptions = before !== undefined && options.join('\n') === was.options.join('\n')
  const ids: string[] = []
  if (!sameOptions) for (const description of options) ids.push((await api.feeds.pollOption({ description }))._id)
  return {
    ...(!sameOptions && { pollIds: ids }),
    ...(poll.question !== was.question && { pollDescription: poll.question }),
    ...(poll.expiresAt !== was.expiresAt && { pollExpiredAt: expiresAt ?? null }),
  }
}
