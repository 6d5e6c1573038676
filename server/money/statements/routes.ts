import type { statements } from '#contract/money/statements.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/statements/statements.ts'

export const handlers: Handlers<typeof statements> = {
  async months({ db, viewer }, paging) {
    const { rows, total } = await door.months(db, viewer.accountId, paging)
    return {
      data: rows.map(({ month, count, gross, commission, isClosed }) => ({
        month,
        count,
        grossPrice: fromHundredths(gross),
        commission: fromHundredths(commission),
        netPrice: fromHundredths(gross - commission),
        isClosed,
      })),
      total,
    }
  },

  statement: ({ db, viewer }, { month, ...paging }) => door.statement(db, viewer.accountId, month, paging),
}
