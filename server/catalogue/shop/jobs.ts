import { giveBackUnaccepted, unaccepted } from '#server/catalogue/shop/moving.ts'
import { wipeOldAddresses } from '#server/catalogue/shop/orders.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function work(jobs: Jobs, db: Database): void {
  jobs.every('*/5 * * * *', 'shop.refund_unaccepted', async () => void (await refundUnaccepted(db)))
  jobs.every('23 3 * * *', 'shop.wipe_addresses', async () => void (await db.transaction(wipeOldAddresses)))
}

/** Each in a transaction of its own: one that cannot be given back keeps nobody else waiting. Tells how many went back. */
export async function refundUnaccepted(db: Database): Promise<number> {
  const failures: unknown[] = []
  let refunded = 0
  for (const id of await unaccepted(db)) {
    await db
      .transaction((tx) => giveBackUnaccepted(tx, id))
      .then(
        (isRefunded) => void (refunded += isRefunded ? 1 : 0),
        (error: unknown) => void failures.push(error),
      )
  }
  if (failures.length > 0) throw new AggregateError(failures, 'orders could not be given back')
  return refunded
}
