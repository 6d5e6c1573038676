// The end of a session, which is on record where staff acted in it for somebody.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { endSession } from '#server/people/accounts/sessions.ts'

export async function leave(tx: Tx, { accountId, sessionId, actorId }: Member, ip: string): Promise<void> {
  await endSession(tx, accountId, sessionId)
  if (actorId !== undefined) await record(tx, { actorId, action: 'accounts.acting_ended', subject: { kind: 'account', id: accountId }, ip })
}
