/**
 * Going on as another account: one's own behind the same sign-in, or, for staff, somebody else's for an hour (calls.md section 11).
 * Promises: nobody is let into an account that is neither; staff act for no staff, say why, and are on record from beginning to end.
 * Leaves to others: what may be done while acting (each row of the contract says it, platform/http holds it), ending sessions (accounts).
 */
import { record } from '#server/platform/audit/audit.ts'
import { containing, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { requireText } from '#server/site/terms/terms.ts'

type Relation = 'self' | 'own' | 'staff'
export type Known = accounts.Card & { relation: Relation }

/** As many as one reads; whoever looks for somebody writes more of their name. */
const mostFound = 20

/** One's own, the present one first; for staff those whose name, username or address contains `q`. */
export async function switchable(db: Db, viewer: Member, q: string | undefined): Promise<Known[]> {
  const self = (await accounts.find(db, viewer.accountId)) ?? refuse('not_found')
  const other = viewer.actorId === undefined ? await otherOf(db, self) : undefined
  const found = q !== undefined && mayAct(viewer) ? await accounts.actable(db, containing(q), mostFound) : []
  return [
    { ...self, relation: 'self' },
    ...(other?.state === 'active' ? [{ ...other, relation: 'own' as const }] : []),
    ...found.map((each) => ({ ...each, relation: 'staff' as const })),
  ]
}

const mayAct = ({ role, actorId }: Member) => role === 'staff' && actorId === undefined

/** The other account of one person, whatever its state. */
function otherOf(db: Db, { id, holderId }: accounts.Account): Promise<accounts.Account | undefined> {
  return holderId === null ? accounts.heldBy(db, id) : accounts.find(db, holderId)
}

/** Whether that is the viewer's other account, and open. */
export async function isOwn(db: Db, viewer: Member, accountId: string): Promise<boolean> {
  const self = await accounts.find(db, viewer.accountId)
  const other = self && (await otherOf(db, self))
  return other?.id === accountId && other.state === 'active'
}

interface How {
  reason?: string | undefined
  ip: string
  userAgent: string
}

/**
 * A session of that account. One's own is as long as the present one, staff's an hour.
 * @throws account_not_yours, performer_pending, performer_rejected, two_factor_needed, and of staff who say no reason invalid {reason}
 */
export async function go(tx: Tx, viewer: Member, accountId: string, how: How): Promise<accounts.Opened> {
  const self = (await accounts.find(tx, viewer.accountId)) ?? refuse('not_found')
  const own = await otherOf(tx, self)
  if (own?.id === accountId) return goOwn(tx, viewer, own, how)
  if (viewer.mustProve) refuse('two_factor_needed')
  if (!mayAct(viewer)) return refuse('account_not_yours')
  const somebody = await accounts.find(tx, accountId)
  if (!somebody || somebody.role === 'staff' || somebody.state !== 'active') return refuse('account_not_yours')
  const reason = requireText('reason', how.reason ?? '')
  const { ip, userAgent } = how
  const session = await accounts.openSession(tx, accountId, { actorId: viewer.accountId, ip, userAgent })
  await record(tx, {
    actorId: viewer.accountId,
    action: 'accounts.acting_began',
    subject: { kind: 'account', id: accountId },
    detail: { reason, until: session.expiresAt.toISOString() },
    ip,
  })
  return session
}

/** The password and the second factor were asked for when they signed in. */
function goOwn(tx: Tx, viewer: Member, { id, state }: accounts.Account, { ip, userAgent }: How): Promise<accounts.Opened> {
  if (state === 'pending') refuse('performer_pending')
  if (state === 'rejected') refuse('performer_rejected')
  if (state !== 'active') refuse('account_not_yours')
  return accounts.openSession(tx, id, { until: viewer.expiresAt, after: viewer.sessionId, ip, userAgent })
}
