import type { proofs } from '#contract/money/proofs.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/proofs/proofs.ts'
import { shownDay, shownProof } from '#server/money/proofs/showing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

export const handlers: Handlers<typeof proofs> = {
  async totals({ db }) {
    const { issued, held, spent, reversed, byKind } = await door.totals(db)
    return {
      issued: fromHundredths(issued),
      held: fromHundredths(held),
      spent: fromHundredths(spent),
      reversed: fromHundredths(reversed),
      isEqual: issued === held + spent + reversed,
      parts: [...byKind].map(([account, amount]) => ({ account, amount: fromHundredths(amount) })),
      asOf: db.now.toISOString(),
    }
  },

  async days({ db }, paging) {
    const { rows, total } = await door.days(db, paging)
    return { data: rows.map(shownDay), total }
  },

  async proof({ db, viewer }, { id }) {
    const transfer = await wallet.transfer(db, id)
    if (!transfer || (transfer.payerId !== viewer.accountId && transfer.payeeId !== viewer.accountId)) return refuse('not_found')
    const proof = (await door.proofsOf(db, [id])).get(id) ?? refuse('not_closed_yet')
    const { before, days } = await door.daysSince(db, proof.day)
    return { _id: id, proof: shownProof(proof), before: before.toString('hex'), days: days.map(shownDay) }
  },
}
