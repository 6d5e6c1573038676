// Earnings on their way out of the house. A lock moves them from somebody's earnings to the site's account `payouts`, paying hands them
// on to `paid_out`, a reversal of the lock gives them back; what came back after it was paid takes both steps back at once. The database
// (wallet.guard_payouts) keeps anything else out of these two accounts.
import type { Tx } from '#server/platform/db/db.ts'
import { refuseImpossible, settled, type Posted } from '#server/money/wallet/outcomes.ts'
import * as queries from '#server/money/wallet/queries.ts'
import { reverse } from '#server/money/wallet/reversing.ts'

export interface EarningsLock {
  from: string
  amount: number
  requestId: string
  title: string
}

/** Puts earnings aside for a request. What may be asked for is the caller's to judge: earnings have no floor. @throws amount_out_of_bounds */
export async function lockEarnings(tx: Tx, { from, amount, requestId, title }: EarningsLock): Promise<{ transferId: string }> {
  refuseImpossible(amount)
  return outward(tx, { from, amount, requestId, title }, { payer: from, payerKind: 'earnings', payee: null, payeeKind: 'payouts' })
}

/** What was put aside for this request has reached its creator. Twice is once. */
export async function payOut(tx: Tx, lock: EarningsLock): Promise<{ transferId: string }> {
  const key = `paid:${lock.requestId}`
  return outward(tx, lock, { payer: null, payerKind: 'payouts', payee: null, payeeKind: 'paid_out', key })
}

/** What was paid out has come back: it is its creator's again. Twice is once. */
export async function bringBack(
  tx: Tx,
  { transferId, paidId }: { transferId: string; paidId: string },
  why: { reason: string; by: string | null },
): Promise<void> {
  for (const each of [paidId, transferId]) await reverse(tx, each, why)
}

type Way = Pick<Parameters<typeof queries.post>[1], 'payer' | 'payerKind' | 'payee' | 'payeeKind' | 'key'>

async function outward(tx: Tx, { from, amount, requestId, title }: EarningsLock, way: Way): Promise<Pick<Posted, 'transferId'>> {
  const purpose = { kind: 'payout', reference: `payout:${requestId}`, title }
  const posted = await queries.post(tx, { ...way, ...purpose, paidBy: from, amount, commissionBasisPoints: 0 })
  const { transferId } = settled(posted, 0)
  return { transferId }
}
