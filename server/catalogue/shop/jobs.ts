import { giveBackRemoved, giveBackUnaccepted, unaccepted, underWayOf } from '#server/catalogue/shop/transitions.ts'
import { wipeOldAddresses } from '#server/catalogue/shop/orders.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'shop.refund_unaccepted', async () => void (await refundUnaccepted(db)))
  jobs.handle<{ workId: string; by?: string }>('shop.refund_removed', async ({ workId, by }) => void (await refundRemoved(db, workId, by)))
  jobs.every('23 3 * * *', 'shop.wipe_addresses', async () => void (await db.transaction(wipeOldAddresses)))
}

/** What nobody accepted in time. Tells how many went back. */
export async function refundUnaccepted(db: Database): Promise<number> {
  return giveBackEach(db, await unaccepted(db), giveBackUnaccepted)
}

/** What is on its way of a product that staff took down. Tells how many went back. */
async function refundRemoved(db: Database, workId: string, by?: string): Promise<number> {
  return giveBackEach(db, await underWayOf(db, workId), (tx, id) => giveBackRemoved(tx, id, by ?? null))
}

/** Each in a transaction of its own: one that cannot be given back keeps nobody else waiting. */
async function giveBackEach(db: Database, ids: readonly string[], giveBack: (tx: Tx, id: string) => Promise<boolean>): Promise<number> {
  let refunded = 0
  const wrong = await runIsolated(ids, async (id) => {
    if (await db.transaction((tx) => giveBack(tx, id))) refunded++
  })
  throwAll(wrong)
  return refunded
}
