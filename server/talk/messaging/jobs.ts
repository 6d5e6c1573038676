import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { giveBack, heldBetween, unreadInTime } from '#server/talk/messaging/reading.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/10 * * * *', 'messaging.return_unread', async () => void (await returnUnread(db)))
  jobs.handle<{ blockerId: string; blockedId: string }>('messaging.return_blocked', ({ blockerId, blockedId }) =>
    returnBetween(db, blockerId, blockedId),
  )
}

const atOnce = 500

/** What fans paid to write and nobody read in seven days. Tells how many went back. */
export async function returnUnread(db: Database): Promise<number> {
  let returned = 0
  for (;;) {
    const ids = await unreadInTime(db, atOnce)
    const before = returned
    const wrong = await runIsolated(ids, async (id) => {
      if (await giveBack(db, id, 'unread for seven days')) returned++
    })
    throwAll(wrong)
    if (ids.length < atOnce || returned === before) return returned
  }
}

async function returnBetween(db: Database, one: string, other: string): Promise<void> {
  throwAll(await runIsolated(await heldBetween(db, one, other), async (id) => void (await giveBack(db, id, 'blocked before it was read'))))
}
