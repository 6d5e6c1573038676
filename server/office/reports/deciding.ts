// What the office decides of a case, and what follows from it at once.
import { type DecisionName, isRemovable } from '#contract/office/report-names.ts'
import * as comments from '#server/catalogue/comments/comments.ts'
import * as works from '#server/catalogue/works/works.ts'
import { isWork } from '#server/office/reports/kinds.ts'
import { tellDecided, tellOwner } from '#server/office/reports/letters.ts'
import * as queries from '#server/office/reports/queries.ts'
import type { Standing } from '#server/money/wallet/wallet.ts'
import * as refunding from '#server/office/reports/refunding.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { requireText } from '#server/site/terms/terms.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import * as requests from '#server/talk/requests/requests.ts'

export interface Deciding {
  what: DecisionName
  /** Read by whoever reported it, and by whose it is where it is taken away. */
  reason: string
  by: Member
  ip: string
}

/**
 * Decides, does it, and closes the case. Answers what goes back by that to those who paid for it.
 * @throws not_found, already_decided; request_over {state} for giving back what went back; invalid for taking away what the office cannot
 */
export async function decide(tx: Tx, id: string, { what, by, ip, ...said }: Deciding): Promise<Standing | undefined> {
  const reason = requireText('reason', said.reason)
  const found = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (found.state === 'closed') refuse('already_decided')
  if (what === 'removed' && !isRemovable(found.target)) throw notAnOption
  if (what === 'refunded' && found.target !== 'request') throw notAnOption
  const { isToBeTold = false, refund } = await act(tx, found, { what, by, reason })
  if (isToBeTold) await tellOwner(tx, found, { what, reason })
  await queries.insertDecision(tx, {
    caseId: id,
    by: by.accountId,
    what,
    reason,
    refundPeople: refund?.people ?? 0,
    refundAmount: refund?.amount ?? 0,
  })
  await queries.close(tx, id)
  await record(tx, {
    actorId: by.accountId,
    action: `reports.${what}`,
    subject: { kind: 'case', id },
    detail: { number: found.number, target: found.target, targetId: found.targetId, reason },
    ip,
  })
  await tellDecided(tx, found, { what, reason })
  return refund
}

const notAnOption = new Refusal('invalid', {}, [{ field: 'what', code: 'not_an_option' }])

async function act(tx: Tx, found: queries.Case, { what, by, reason }: Pick<Deciding, 'what' | 'by' | 'reason'>): Promise<Partial<Taken>> {
  if (what === 'removed') return takeAway(tx, found, by, reason)
  if (what !== 'refunded') return {}
  const amount = await requests.refundDelivered(tx, found.targetId, { by: by.accountId, reason })
  return { isToBeTold: true, refund: { people: 1, amount } }
}

interface Taken {
  /** Whether its owner still has to hear why; not where there was nothing left: it was theirs to delete, or somebody of staff did. */
  isToBeTold: boolean
  refund?: Standing | undefined
}

async function takeAway(tx: Tx, { target, targetId }: queries.Case, by: Member, reason: string): Promise<Taken> {
  if (isWork(target)) {
    const down = await takeDown(tx, targetId, by, reason)
    return { isToBeTold: down !== undefined, refund: down?.refund }
  }
  if (target === 'comment') {
    const comment = await comments.asWritten(tx, targetId)
    if (!comment || comment.deletedAt) return { isToBeTold: false }
    await comments.remove(tx, { viewer: by }, targetId)
    return { isToBeTold: true }
  }
  const message = await messaging.asWritten(tx, targetId)
  if (!message) return { isToBeTold: false }
  const ofLine = await refunding.ofMessage(tx, targetId)
  await messaging.remove(tx, { viewer: by, country: undefined }, targetId)
  // What it carries goes too, from everybody who was sent it, and does not come again.
  const carried = message.workId === null ? undefined : await takeDown(tx, message.workId, by, reason)
  return { isToBeTold: message.deletedAt === null && carried === undefined, refund: refunding.together(ofLine, carried?.refund) }
}

/** What goes back is counted once it is down: whoever was buying it at that moment has it by then, or will not. */
async function takeDown(tx: Tx, workId: string, by: Member, reason: string): Promise<Pick<Taken, 'refund'> | undefined> {
  const work = (await works.find(tx, [workId])).get(workId)
  if (!work || work.state === 'removed') return undefined
  await works.takeDown(tx, workId, by.accountId, reason)
  return { refund: await refunding.ofWork(tx, workId) }
}
