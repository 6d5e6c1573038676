import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type {} from '#server/people/accounts/events.ts'

/** A session that is over loses its live connections as well. Where another process could not be told, it is tried again. */
export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  outbox.on('session.revoked', 'accounts.disconnect', async (_tx, { accountId, sessionId }) => realtime.disconnect(accountId, sessionId))
}
