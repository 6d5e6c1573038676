// Who may pay for time with whom, and when.
import type { Db } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Subscription } from '#server/money/subscriptions/queries.ts'

/** True when more time may be bought: it is cancelled, not paid, over, or only a trial. Otherwise another payment is a duplicate. */
export function isOpen({ status, type, expiresAt }: Subscription, now: Date): boolean {
  return status !== 'active' || type === 'free' || expiresAt <= now
}

/** Whoever pays is there: somebody whose account is closing or closed is charged no further, and nothing of theirs renews. */
export async function isThere(db: Db, payerId: string): Promise<boolean> {
  return (await accounts.people(db, [payerId])).get(payerId)?.state === 'active'
}

/** The performer is there and no block stands between the two. */
export async function mayMeet(db: Db, fanId: string, performerId: string): Promise<boolean> {
  const performer = (await accounts.people(db, [performerId])).get(performerId)
  if (performer?.role !== 'performer' || performer.state !== 'active') return false
  return !(await blocks.blocksBetween(db, fanId, [performerId])).has(performerId)
}
