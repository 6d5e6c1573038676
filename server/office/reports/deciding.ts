// What the office decides of a case, and what follows from it at once.
import { type DecisionName, isRemovable } from '#contract/office/report-names.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as works from '#server/catalogue/works/works.ts'
import { isWork } from '#server/office/reports/kinds.ts'
import { tellDecided, tellOwner } from '#server/office/reports/letters.ts'
import * as queries from '#server/office/reports/queries.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { requireText } from '#server/site/terms/terms.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'

export interface Deciding {
  what: DecisionName
  /** Read by whoever reported it, and by whose it is where it is taken away. */
  reason: string
  by: Member
  ip: string
}

/** Decides, does it, and closes the case. @throws not_found, already_decided; invalid for taking away what the office cannot */
export async function decide(tx: Tx, id: string, { what, by, ip, ...said }: Deciding): Promise<void> {
  const reason = requireText('reason', said.reason)
  const found = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (found.state === 'closed') refuse('already_decided')
  if (what === 'removed' && !isRemovable(found.target)) throw new Refusal('invalid', {}, [{ field: 'what', code: 'not_an_option' }])
  if (what === 'removed' && (await takeAway(tx, found, by, reason))) await tellOwner(tx, found, reason)
  await queries.insertDecision(tx, { caseId: id, by: by.accountId, what, reason })
  await queries.close(tx, id)
  await record(tx, {
    actorId: by.accountId,
    action: `reports.${what}`,
    subject: { kind: 'case', id },
    detail: { number: found.number, target: found.target, targetId: found.targetId, reason },
    ip,
  })
  await tellDecided(tx, found, { what, reason })
}

/** False where there was nothing left to take away: its owner did, or somebody of staff. */
async function takeAway(tx: Tx, { target, targetId }: queries.Case, by: Member, reason: string): Promise<boolean> {
  if (isWork(target)) return takeDown(tx, targetId, by, reason)
  if (target === 'comment') {
    const comment = await comments.asWritten(tx, targetId)
    if (!comment || comment.deletedAt) return false
    await comments.remove(tx, { viewer: by }, targetId)
    return true
  }
  const message = await messaging.asWritten(tx, targetId)
  if (!message) return false
  await messaging.remove(tx, { viewer: by, country: undefined }, targetId)
  // What it carries goes too, from everybody who was sent it, and does not come again.
  const isCarried = message.workId !== null && (await takeDown(tx, message.workId, by, reason))
  return message.deletedAt === null && !isCarried
}

async function takeDown(tx: Tx, workId: string, by: Member, reason: string): Promise<boolean> {
  const work = (await works.find(tx, [workId])).get(workId)
  if (!work || work.state === 'removed') return false
  await works.takeDown(tx, workId, by.accountId, reason)
  return true
}
