// A notice is made: for whom, with what it merges, and when its readers hear of it besides.
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type NoticeEvent, tellingOf } from '#server/talk/notifications/events.ts'
import { afterQuiet, nextDigest } from '#server/talk/notifications/hours.ts'
import { channelsOf, hoursOf, readersOf, type Reader } from '#server/talk/notifications/preferences.ts'
import { show } from '#server/talk/notifications/pushes.ts'
import * as queries from '#server/talk/notifications/queries.ts'

export interface News {
  to: readonly string[]
  event: NoticeEvent
  /** Unread ones about the same are one. */
  topic: string
  /** The fact, by a name of its own: heard again it tells nobody again. */
  source: string
  at: Date
  by?: string | null | undefined
  about?: { kind: NonNullable<queries.Row['subjectKind']>; id: string }
  /** Hundredths of a token. */
  amount?: number
  /** An instant that the sentence says. */
  until?: Date
  /** It takes the place of what is unread about the same: the step of an order that was taken last. */
  replaces?: boolean
}

const dayMs = 86_400_000
const keptDays = 60
/** What is heard of later than this stands in the centre, and nobody is rung up for it. */
const lateMs = dayMs

/** Tells these people. Nobody is told what they did themselves, nor of somebody whom a block keeps from them. */
export async function tell(
  tx: Tx,
  { to, event, topic, source, at, by = null, about, amount = 0, until, replaces = false }: News,
): Promise<void> {
  const expiresAt = until && until > at ? until : new Date(at.getTime() + keptDays * dayMs)
  const others = [...new Set(to)].filter((id) => id !== by)
  if (others.length === 0 || expiresAt <= tx.now) return
  const { kind } = tellingOf(event)
  const parted = by ? await blocks.blocksBetween(tx, by, others) : new Set<string>()
  const due = await dueFor(
    tx,
    event,
    others.filter((id) => !parted.has(id)),
    at,
  )
  if (due.size === 0) return
  const told = await queries.insert(
    tx,
    source,
    {
      kind,
      event,
      topic,
      actorId: by,
      subjectKind: about?.kind ?? null,
      subjectId: about?.id ?? null,
      amount,
      until: until ?? null,
      at,
      expiresAt,
      replaces,
    },
    [...due].map(([accountId, when]) => ({ accountId, ...when })),
  )
  if ([...due.values()].some(({ pushAt }) => pushAt && pushAt <= tx.now)) await addJob(tx, pushJob, {}, { key: pushJob })
  tx.afterCommit(() => show(told))
}

/** What is due now does not wait for the next minute. */
export const pushJob = 'notifications.push_now'

/** When each of these who hear of it at all hears of it besides what stands in the centre. @param at when it happened */
export async function dueFor(
  tx: Tx,
  event: NoticeEvent,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, Omit<queries.Due, 'accountId'>>> {
  const { kind } = tellingOf(event)
  const isLate = tx.now.getTime() - at.getTime() > lateMs
  const due = new Map<string, Omit<queries.Due, 'accountId'>>()
  for (const [id, reader] of await readersOf(tx, ids, kind)) {
    const channels = channelsOf(kind, reader)
    if (!channels.inApp && channels.email === 'off' && !channels.push) continue
    const hours = hoursOf(reader, reader.language)
    const awake = afterQuiet(tx.now, hours)
    const { email } = channels
    const isMailed = !isLate && takes(reader, event) && email !== 'off' && isOurs(event, email, awake > tx.now)
    const mailAt = isMailed ? (email === 'digest' ? nextDigest(tx.now, hours) : awake) : null
    const isPushed = !isLate && channels.push && reader.hasDevice
    const later = (when: Date, ms: number) => afterQuiet(new Date(when.getTime() + ms), hours)
    due.set(id, {
      mailAt,
      mailAgainAt: mailAt && email === 'now' ? later(mailAt, mailMergingMs) : mailAt,
      pushAt: isPushed ? awake : null,
      pushAgainAt: isPushed ? later(awake, pushMergingMs) : null,
    })
  }
  return due
}

/** An address that nobody showed to be theirs gets no letters of ours, but what it gets anyway. */
const takes = ({ isVerified, takesLetters }: Pick<Reader, 'isVerified' | 'takesLetters'>, event: NoticeEvent) =>
  takesLetters && (isVerified || tellingOf(event).letter === 'asks')

/** What goes on while a letter or a push about it lies unread is told in one more, and not in ten. */
const mailMergingMs = 3_600_000
const pushMergingMs = 600_000

/** Whether the letter is ours to write: what has one of its own is told by that, unless it was kept back. */
function isOurs(event: NoticeEvent, letters: 'now' | 'digest', isQuiet: boolean): boolean {
  const { letter } = tellingOf(event)
  return letter === 'ours' || (letter === 'asks' && (letters === 'digest' || isQuiet))
}
