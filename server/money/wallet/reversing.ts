// Giving back. What a transfer opened locks again by itself, because the receipt is the right.
import { announce } from '#server/platform/outbox/outbox.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { partsOf } from '#server/money/wallet/escrow.ts'
import type {} from '#server/money/wallet/events.ts'
import * as queries from '#server/money/wallet/queries.ts'

/**
 * Takes a transfer back: the reversing transfer gives the payer what they paid, and the receipt stops being one, so what it
 * opened locks again by itself. The seller's earnings may fall below zero. Twice is once.
 * What went through escrow comes back the whole way, in the same instant, whichever of its two transfers is named.
 * @param part hundredths, of a top-up or a subscription, as often as something of it is left; without it all that is left. Twice is twice:
 * who asks for a part knows what was asked before
 * @throws not_found; not_enough_tokens when a top-up to take back was spent already
 */
export async function reverse(tx: Tx, transferId: string, { reason, by, part }: { reason: string; by: string | null; part?: number }) {
  const [first, ...others] = await partsOf(tx, transferId)
  let reversed = await reverseOne(tx, first ?? transferId, { reason, by, part })
  for (const each of others) reversed = await reverseOne(tx, each, { reason, by, part: undefined })
  return reversed
}

async function reverseOne(tx: Tx, transferId: string, why: { reason: string; by: string | null; part: number | undefined }) {
  const reversed = await queries.reverse(tx, transferId, why)
  if (reversed.outcome === 'unknown') refuse('not_found')
  if (reversed.outcome === 'short') refuse('not_enough_tokens', { required: reversed.amount / 100, balance: (reversed.balance ?? 0) / 100 })
  const already = reversed.outcome === 'already'
  if (!already) {
    const { payerId, payeeId, kind, reference, left } = await queries.unreversedOf(tx, transferId)
    await announce(tx, 'wallet.reversed', {
      transferId: reversed.transfer,
      reverses: transferId,
      payerId,
      payeeId,
      amount: reversed.amount,
      left,
      balance: reversed.balance,
      kind,
      reference,
      by: why.by,
    })
  }
  return { transferId: reversed.transfer, amount: reversed.amount, already }
}
