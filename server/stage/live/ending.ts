// The end of a stream, whoever or whatever brings it.
import * as access from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type * as earnings from '#server/money/earnings/earnings.ts'
import * as settings from '#server/site/settings/settings.ts'
import '#server/stage/live/events.ts'
import { takeBack } from '#server/stage/live/announcing.ts'
import { closeAll } from '#server/stage/live/metering-queries.ts'
import { endAll as endPolls } from '#server/stage/live/poll-queries.ts'
import { providerNamed } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { remindLater } from '#server/stage/live/reminders.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/**
 * Ends a stream, once. Its room is closed, nobody buys it any more or pays on by the minute, and where nobody could see it, or not for long, its tickets come back.
 * @param by who ended it; null: time
 */
export async function end(tx: Tx, id: string, { why, by }: { why: queries.Why; by: string | null }): Promise<void> {
  const stream = await queries.lock(tx, id)
  if (!stream || !(await queries.end(tx, id, why, by))) return
  await works.expire(tx, id)
  await remindLater(tx)
  await endPolls(tx, id)
  await takeBack(tx, stream)
  await rooms.closeFor(tx, id)
  for (const { id: meterId, payerId, role } of await closeAll(tx, id))
    await announce(tx, 'meter.closed', { meterId, streamId: id, performerId: stream.performerId, payerId, role, why: 'ended' })
  const isHardlySeen = stream.firstSeenAt === null || stream.seenMs < (await shortMs(tx))
  if (stream.type === 'ticket' && isHardlySeen) await access.giveBackLater(tx, { workId: id, why: 'cancelled' })
  await rooms.tellOfStream(tx, id)
  // Where whoever carries it is away, what is not live any more is closed when it is back (watching.ts, and each one's `reconcile`).
  tx.afterCommit(() => void closed(id, stream.provider))
}

/** A query of the references of a performer's tickets to what is not over, or ended within a day: what comes back comes back after the end. */
export const stillToCome: earnings.StillToCome = (db, performerId) => sql`
  select ${access.referenceIn(sql`s.work_id`)} from live.streams s
  where s.performer_id = ${performerId} and s.type = 'ticket'
    and (s.status in ('scheduled', 'live') or s.ended_at > ${new Date(db.now.getTime() - 86_400_000)})`

/** What was seen for less than this comes back, and what was not seen at all. */
export async function shortMs(db: Db): Promise<number> {
  return (await settings.current(db)).liveRefundMinutes * 60_000
}

async function closed(id: string, provider: queries.Stream['provider']): Promise<void> {
  try {
    await providerNamed(provider).close(id)
  } catch {
    // See above.
  }
}
