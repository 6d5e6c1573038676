// A session of one's own, once everything was asked that is asked: with what is noted of it. An account that its owner closes is not opened; it is led back to.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { wayBackTo } from '#server/people/accounts/closing.ts'
import { knowDevice, type Place } from '#server/people/accounts/login-throttle.ts'
import type * as queries from '#server/people/accounts/queries.ts'
import { openSession, type From, type Opened } from '#server/people/accounts/sessions.ts'

export interface Entry extends From, Place {
  remember?: boolean | undefined
}

export type Entered = Opened & { device: string }

/** In, or shown the way back to an account that is closing. */
export type Opening = { session: Entered } | { wayBack: string; until: Date }

export async function openOrLeadBack(tx: Tx, account: queries.Account, how: Entry): Promise<Opening> {
  if (account.closesAt) return { wayBack: await wayBackTo(tx, account.id), until: account.closesAt }
  return { session: await openFor(tx, account, how) }
}

/** To be asked once the way back is kept: after the transaction. @throws account_closing {token, until} */
export function openedIn(opening: Opening): Entered {
  return 'wayBack' in opening ? refuse('account_closing', { token: opening.wayBack, until: opening.until.toISOString() }) : opening.session
}

async function openFor(tx: Tx, account: queries.Account, { device, ...how }: Entry): Promise<Entered> {
  const session = await openSession(tx, account.id, how)
  if (account.role === 'staff')
    await record(tx, { actorId: account.id, action: 'accounts.staff_signed_in', subject: { kind: 'account', id: account.id }, ip: how.ip })
  return { ...session, device: await knowDevice(tx, account.holderId ?? account.id, device) }
}
