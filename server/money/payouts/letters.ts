// What a creator is told about their money, in their language.
import type { Tx } from '#server/platform/db/db.ts'
import { writtenMoney } from '#server/platform/units/units.ts'
import { writeToCreator } from '#server/money/destinations/destinations.ts'
import type { Request } from '#server/money/payouts/queries.ts'

/** @param request as it is now */
export async function writeAbout(
  tx: Tx,
  request: Request,
  occasion: 'requested' | 'approved' | 'done' | 'rejected' | 'returned',
): Promise<void> {
  const { number, currency, amount, fee, reason, id, accountType } = request
  // What came back from a bank leads to where its account is put right; what Stripe took back is no matter of the creator's account.
  const isToBePutRight = occasion === 'returned' && accountType !== 'stripe'
  await writeToCreator(tx, request.performerId, occasion === 'returned' && !isToBePutRight ? 'takenBack' : occasion, {
    path: isToBePutRight ? '/creator/payouts/bank' : `/creator/payouts/${id}`,
    facts: (language) => {
      const money = (minor: number) => writtenMoney(minor, currency, language)
      return { number: String(number), amount: money(amount), arrives: money(amount - fee) }
    },
    ...((occasion === 'approved' || occasion === 'done') && { kind: 'payout' }),
    ...((occasion === 'rejected' || occasion === 'returned') && reason && { words: reason }),
  })
}
