// What every step of a payout does, whoever takes it: staff by hand, or the provider that carried the money.
import type { PayoutStatus } from '#contract/money/payouts.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { doubt } from '#server/money/payouts/destination.ts'
import { writeAbout } from '#server/money/payouts/letters.ts'
import * as transferQueries from '#server/money/payouts/transfer-queries.ts'
import * as queries from '#server/money/payouts/queries.ts'
import type { Request } from '#server/money/payouts/queries.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type {} from '#server/money/payouts/events.ts'

/** The money has gone: the ledger, the sales that it pays, and the letter. */
export async function finish(tx: Tx, found: Request, by: string, transferRef?: string): Promise<Request> {
  const { id: requestId, performerId, tokens, number } = found
  const { transferId } = await wallet.payOut(tx, { from: performerId, amount: tokens, requestId, title: titleOf(number) })
  await earnings.cover(tx, performerId, { payoutId: requestId, amount: tokens })
  if (transferRef !== undefined) await transferQueries.setTransfer(tx, requestId, { transferRef, failure: null })
  await queries.setStatus(tx, requestId, { status: 'done', paidId: transferId })
  await onRecord(tx, found, 'done', by, transferRef === undefined ? {} : { transferRef })
  return stepped(tx, requestId, 'done', by, 'done')
}

/**
 * The money came back after it had arrived: what it paid is unpaid again, and the tokens are the creator's.
 * @param reason of staff, which the creator reads; of a provider's word none
 */
export async function comeBack(tx: Tx, found: Request, by: string, reason?: string): Promise<Request> {
  const { id, performerId, transferId, paidId } = found
  if (paidId === null) throw new Error('what is done was paid')
  await wallet.bringBack(tx, { transferId, paidId }, { reason: reason ?? 'returned', by })
  await earnings.uncover(tx, performerId, id)
  await doubt(tx, found)
  await queries.setStatus(tx, id, { status: 'returned', ...(reason !== undefined && { reason }) })
  await onRecord(tx, found, 'returned', by, reason === undefined ? {} : { reason })
  return stepped(tx, id, 'returned', by, 'returned')
}

export const titleOf = (number: number) => `#${number}`

/** Asking is the creator's own, and no deed. */
type Decided = Exclude<PayoutStatus, 'pending'>

export async function onRecord(tx: Tx, { id, number, tokens }: Request, status: Decided, by: string, detail: object = {}) {
  await record(tx, { actorId: by, action: `payouts.${status}`, subject: { kind: 'payout', id }, detail: { number, tokens, ...detail } })
}

/** What every step leaves behind: its line in the history, the fact, and a letter where one is due. */
export async function stepped(
  tx: Tx,
  id: string,
  step: PayoutStatus | 'edited',
  by: string,
  letter?: Parameters<typeof writeAbout>[2],
): Promise<Request> {
  await queries.addStep(tx, id, step, by)
  const now = (await queries.byId(tx, id)) ?? refuse('not_found')
  await tell(tx, now)
  if (letter) await writeAbout(tx, now, letter)
  return now
}

export async function tell(tx: Tx, { id, performerId, status }: Request): Promise<void> {
  await announce(tx, 'payout.changed', { requestId: id, performerId, status })
}
