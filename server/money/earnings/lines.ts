// Sales as they travel: to their creator, and in the statement of a payout.
import type { EarningLine } from '#contract/money/earnings.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Sale } from '#server/money/earnings/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'

/** Each with its buyer, unless they wish not to be named. */
export async function linesOf(db: Db, sales: readonly Sale[]): Promise<EarningLine[]> {
  const shown = sales.flatMap(({ buyerId, isAnonymous }) => (buyerId !== null && !isAnonymous ? [buyerId] : []))
  const people = await accounts.people(db, [...new Set(shown)])
  return sales.map((sale) => lineOf(sale, people))
}

function lineOf(sale: Sale, people: Awaited<ReturnType<typeof accounts.people>>): EarningLine {
  const { sign, gross, commission, isAnonymous, buyerId, message, payoutId } = sale
  const buyer = buyerId === null || isAnonymous ? undefined : people.get(buyerId)
  return {
    _id: sale.transferId,
    createdAt: sale.at.toISOString(),
    sourceType: sale.kind,
    title: sale.title,
    ...(buyer && { buyer: { _id: buyer.id, name: buyer.name, username: buyer.username } }),
    grossPrice: fromHundredths(sign * gross),
    commission: fromHundredths(sign * commission),
    netPrice: fromHundredths(sign * (gross - commission)),
    siteCommission: percentKept(sale),
    isPaid: payoutId !== null,
    ...(payoutId !== null && { payoutId }),
    ...(sale.isReversed && { reversed: true }),
    ...(sale.reversalReason && { reversalReason: sale.reversalReason }),
    ...(message && { message }),
    ...(sale.feedId !== null && { feedId: sale.feedId }),
  }
}

/**
 * The percentage that a row shows: of what was really kept, so that it stays true when the site's rate changes. A part that is taken back
 * keeps the percentage of its sale: of one cent, rounded, it would be nothing.
 */
function percentKept({ saleGross, saleCommission }: Pick<Sale, 'saleGross' | 'saleCommission'>): number {
  return fromHundredths(Math.round((saleCommission * 10_000) / saleGross))
}
