// Who may pay for time with whom, and when.
import type { Db } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'

/** True when more time may be bought: it is cancelled, not paid, over, or only a trial. Otherwise another payment is a duplicate. */
export function isOpen({ status, type, expiresAt }: Subscription, now: Date): boolean {
  return status !== 'active' || type === 'free' || expiresAt <= now
}

/** The performer is there and no block stands between the two. */
export async function mayMeet(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const performer = (await accounts.people(db, [performerId])).get(performerId)
  if (performer?.role !== 'performer' || performer.state !== 'active') return false
  return !(await blocks.blocksBetween(db, fanId, [performerId])).has(performerId)
}
