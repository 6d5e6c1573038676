import type { renewals } from '#contract/money/renewals.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { toHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/renewals/renewals.ts'
import { outcomeOf, payingBy, shownOne } from '#server/money/subscriptions/subscriptions.ts'

export const handlers: Handlers<typeof renewals> = {
  async change({ tx, viewer }, { id, type, tierId, ...payment }) {
    return outcomeOf(tx, await door.change(tx, viewer.accountId, id, { type, tierId, ...payingBy(payment) }))
  },

  async agreeToPrice({ db, viewer }, { id, price }) {
    return shownOne(db, await db.transaction((tx) => door.agreeToPrice(tx, viewer.accountId, id, toHundredths(price))))
  },

  async payWith({ tx, viewer }, { id, cardId }) {
    return shownOne(tx, await door.payWith(tx, viewer.accountId, id, cardId))
  },
}
