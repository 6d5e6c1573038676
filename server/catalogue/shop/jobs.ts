import { giveBackUnaccepted, unaccepted } from '#server/catalogue/shop/moving.ts'
import { wipeOldAddresses } from '#server/catalogue/shop/orders.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { oneByOne, throwAll } from '#server/platform/jobs/one-by-one.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'shop.refund_unaccepted', async () => void (await refundUnaccepted(db)))
  jobs.every('23 3 * * *', 'shop.wipe_addresses', async () => void (await db.transaction(wipeOldAddresses)))
}

/** Each in a transaction of its own: one that cannot be given back keeps nobody else waiting. Tells how many went back. */
export async function refundUnaccepted(db: Database): Promise<number> {
  let refunded = 0
  const wrong = await oneByOne(await unaccepted(db), async (id) => {
    if (await db.transaction((tx) => giveBackUnaccepted(tx, id))) refunded++
  })
  throwAll(wrong)
  return refunded
}
