import type { Message } from '#contract/talk/messaging.ts'
import { dayIn } from '#web/app/zoned-time.ts'
import type { Unsent } from '#web/talk/messaging/outbox.ts'

/** A line as it stands in a conversation. */
export interface Row {
  /** The same before and after the server has it, and in every tab. */
  key: string
  at: number
  isOwn: boolean
  /** It begins a day, or comes after a pause. */
  begins?: 'day' | 'hour' | undefined
  /** The first of those that were unread when the conversation was opened. */
  isUnreadFrom: boolean
  /** The newest of one's own that the other one has read. */
  isReadMark: boolean
  message?: Message | undefined
  unsent?: Unsent | undefined
}

const pauseMs = 60 * 60_000

/** Where a conversation stood when it was opened: up to which change its reader had read, and up to which there was any. */
export interface Opened {
  readTo: number
  change: number
}

/** What is kept, then what is on its way, with the days between. */
export function rowsOf(
  { messages, seenTo, hasEarlier }: { messages: readonly Message[]; seenTo: number; hasEarlier: boolean },
  unsent: readonly Unsent[],
  ownId: string,
  timeZone: string,
  opened: Opened,
): Row[] {
  const firstUnread = firstUnreadOf(messages, hasEarlier, ownId, opened)
  const newestRead = messages.findLast(
    ({ senderId, number, arrived = number, state }) => senderId === ownId && state === undefined && arrived <= seenTo,
  )
  // Kept already, and heard of in another way than by its own answer.
  const known = new Set(messages.flatMap(({ clientId }) => clientId ?? []))
  const rows: Row[] = [
    ...messages.map((message) => ({
      key: message.clientId ?? message._id,
      at: Date.parse(message.createdAt),
      isOwn: message.senderId === ownId,
      isReadMark: message === newestRead,
      isUnreadFrom: message === firstUnread,
      message,
    })),
    ...unsent
      .filter(({ clientId }) => !known.has(clientId))
      .map((line) => ({ key: line.clientId, at: Date.parse(line.at), isOwn: true, isReadMark: false, isUnreadFrom: false, unsent: line })),
  ]
  return rows.map((row, place) => {
    const before = rows[place - 1]
    if (!before || dayIn(before.at, timeZone) !== dayIn(row.at, timeZone)) return { ...row, begins: 'day' }
    return row.at - before.at > pauseMs ? { ...row, begins: 'hour' } : row
  })
}

/** None while it may be further up than what was brought, and none for what came while one was reading. */
function firstUnreadOf(messages: readonly Message[], hasEarlier: boolean, ownId: string, { readTo, change }: Opened): Message | undefined {
  const isUnread = ({ senderId, isDeleted, number, arrived = number }: Message) =>
    senderId !== ownId && !isDeleted && arrived > readTo && arrived <= change
  const place = messages.findIndex(isUnread)
  return place > 0 || !hasEarlier ? messages[place] : undefined
}
