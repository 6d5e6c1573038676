import type { gifts } from '#contract/money/gifts.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/money/gifts/gifts.ts'
import { shownGifts } from '#server/money/gifts/shown.ts'
import { payingBy } from '#server/money/subscriptions/subscriptions.ts'

export const handlers: Handlers<typeof gifts> = {
  async give(call, { performerId, type, tierId, giftTo, message, ...payment }) {
    const giving = { performerId, type, tierId, giftTo, message, ...payingBy(payment) }
    const outcome = await door.give(call.tx, call.viewer, call.country(), giving)
    if (outcome.status !== 'succeeded') return outcome
    const [gift] = await shownGifts(call.tx, [outcome.gift])
    return { status: outcome.status, ...(gift && { gift }) }
  },

  async mine({ db, viewer }, { side, limit, offset }) {
    const { rows, total } = await door.giftsOf(db, viewer.accountId, { side, limit, offset })
    return { data: await shownGifts(db, rows), total }
  },
}
