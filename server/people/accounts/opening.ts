// A session of one's own, once everything was asked that is asked: with what is noted of it.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { knowDevice, type Place } from '#server/people/accounts/login-throttle.ts'
import type * as queries from '#server/people/accounts/queries.ts'
import { openSession, type From, type Opened } from '#server/people/accounts/sessions.ts'

export interface Entry extends From, Place {
  remember?: boolean | undefined
}

export type Entered = Opened & { device: string }

export async function openFor(tx: Tx, account: queries.Account, { device, ...how }: Entry): Promise<Entered> {
  const session = await openSession(tx, account.id, how)
  if (account.role === 'staff')
    await record(tx, { actorId: account.id, action: 'accounts.staff_signed_in', subject: { kind: 'account', id: account.id }, ip: how.ip })
  return { ...session, device: await knowDevice(tx, account.holderId ?? account.id, device) }
}
