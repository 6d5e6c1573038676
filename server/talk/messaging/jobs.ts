import * as files from '#server/media/files/files.ts'
import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { follow } from '#server/talk/messaging/arriving.ts'
import { unsentFiles } from '#server/talk/messaging/message-queries.ts'
import { giveBack, giveBackUnread, heldBetween, unreadInTime } from '#server/talk/messaging/reading.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/10 * * * *', 'messaging.return_unread', async () => void (await returnUnread(db)))
  jobs.handle<{ blockerId: string; blockedId: string }>('messaging.return_blocked', ({ blockerId, blockedId }) =>
    returnBetween(db, blockerId, blockedId),
  )
  jobs.handle<{ messageIds: string[]; by?: string }>('messaging.follow', ({ messageIds, by }) => follow(db, messageIds, by))
  jobs.every('27 4 * * *', 'messaging.forget_unsent', () => forgetUnsent(db))
}

const keptUnsentDays = 7

/** What fans uploaded and sent with no message in a week. */
export async function forgetUnsent(db: Database): Promise<void> {
  const ids = await unsentFiles(db, new Date(db.now.getTime() - keptUnsentDays * 86_400_000), atOnce)
  throwAll(await runIsolated(ids, (id) => db.transaction((tx) => files.forget(tx, id))))
}

const atOnce = 500

/** What fans paid to write and nobody read in seven days. Tells how many went back. */
export async function returnUnread(db: Database): Promise<number> {
  let returned = 0
  for (;;) {
    const ids = await unreadInTime(db, atOnce)
    const before = returned
    const wrong = await runIsolated(ids, async (id) => {
      if (await giveBackUnread(db, id)) returned++
    })
    throwAll(wrong)
    if (ids.length < atOnce || returned === before) return returned
  }
}

async function returnBetween(db: Database, one: string, other: string): Promise<void> {
  throwAll(await runIsolated(await heldBetween(db, one, other), async (id) => void (await giveBack(db, id, 'blocked before it was read'))))
}
