// What no fact tells: messages that lie unread for a while (a line of chat announces nothing, docs/adr/0013), and subscriptions that end soon.
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import { show } from '#server/talk/notifications/pushes.ts'
import * as queries from '#server/talk/notifications/queries.ts'
import { reached, reach } from '#server/talk/notifications/sweep-queries.ts'
import { dueFor, tell } from '#server/talk/notifications/telling.ts'

/** Whoever has the conversation open reads it within this time, and needs no notice. */
const patienceMs = 60_000

/** What is older at the first look stays in the inbox alone. */
const lookBackMs = 86_400_000

const keptMs = 30 * 86_400_000

/** Looks at what was said since the last time; answers how many conversations were told of. */
export async function sweepMessages(db: Database): Promise<number> {
  let all = 0
  for (;;) {
    const { told, isOver } = await db.transaction(sweepOnce)
    all += told
    if (isOver) return all
  }
}

async function sweepOnce(tx: Tx): Promise<{ told: number; isOver: boolean }> {
  const before = lookedTo(await reached(tx, 'messages'), tx.now)
  const { rows, reached: last } = await messaging.waitingSince(tx, before, new Date(tx.now.getTime() - patienceMs))
  await reach(tx, 'messages', last)
  return last === before ? { told: 0, isOver: true } : { told: await tellOfMessages(tx, rows), isOver: false }
}

/** A clock that was ahead and is right again would else have looked further than there is, and nobody would hear of anything until that time. */
function lookedTo(last: string | undefined, now: Date): string {
  if (last === undefined) return firstIdAt(new Date(now.getTime() - lookBackMs))
  return last > firstIdAt(now) ? firstIdAt(new Date(now.getTime() - patienceMs)) : last
}

/** What arrived later than it was sent, which the sweep has passed. */
export async function tellOfArrival(tx: Tx, messageId: string): Promise<void> {
  await tellOfMessages(tx, await messaging.waitingAt(tx, messageId))
}

async function tellOfMessages(tx: Tx, rows: readonly messaging.Waiting[]): Promise<number> {
  const told: string[] = []
  for (const kind of ['message', 'campaign'] as const) {
    const those = rows.filter(({ isToMany }) => isToMany === (kind === 'campaign'))
    const due = await dueFor(
      tx,
      kind,
      those.map(({ readerId }) => readerId),
      tx.now,
    )
    const waiting = those.flatMap((row) => {
      const channels = due.get(row.readerId)
      return channels ? [{ ...row, ...channels }] : []
    })
    told.push(...(await queries.insertMessages(tx, kind, waiting, new Date(tx.now.getTime() + keptMs))))
  }
  tx.afterCommit(() => show(told))
  return told.length
}

/** Before every id that was made from that moment on (uuidv7 begins with the time). */
function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Told so long before the end. */
const daysBefore = 3

/** Of a subscription that does not renew; each end once. Answers how many were told. */
export async function tellOfEnds(db: Database): Promise<number> {
  const ending = await subscriptions.endingBefore(db, new Date(db.now.getTime() + daysBefore * 86_400_000))
  for (const { id, fanId, performerId, expiresAt } of ending)
    await db.transaction((tx) =>
      tell(tx, {
        to: [fanId],
        event: 'subscription_ends',
        topic: `subscription ${performerId}`,
        source: `ends ${id} ${expiresAt.toISOString()}`,
        at: tx.now,
        by: performerId,
        until: expiresAt,
        replaces: true,
      }),
    )
  return ending.length
}
