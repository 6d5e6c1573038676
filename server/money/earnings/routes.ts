import { earnings, sourceTypes } from '#contract/money/earnings.ts'
import { instantsOf } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/earnings/earnings.ts'

export const handlers: Handlers<typeof earnings> = {
  async stats(call, { sourceType, ...dates }) {
    const found = await door.stats(call.db, call.viewer.accountId, door.spanOf(call.db.now, dates), sourceType)
    return {
      totalGrossPrice: fromHundredths(found.gross),
      totalCommission: fromHundredths(found.commission),
      totalNetPrice: fromHundredths(found.net),
      totalTokens: fromHundredths(found.balance),
      unpaid: fromHundredths(found.unpaid),
      pending: fromHundredths(found.pending),
      byType: Object.fromEntries(sourceTypes.map((type) => [type, fromHundredths(found.netByKind.get(type) ?? 0)])) as Record<
        (typeof sourceTypes)[number],
        number
      >,
      series: found.days.map(({ day, gross, commission, net }) => ({
        date: day,
        grossPrice: fromHundredths(gross),
        commission: fromHundredths(commission),
        netPrice: fromHundredths(net),
      })),
    }
  },

  async lines(call, { sourceType, q, fromDate, toDate, timeZone, sortBy, sort, limit, offset }) {
    const { sales, total } = await door.sales(call.db, call.viewer.accountId, {
      kind: sourceType,
      text: q,
      ...instantsOf({ fromDate, toDate, timeZone }),
      sortBy,
      oldestFirst: sort === 'asc',
      limit,
      offset,
    })
    return { data: await door.linesOf(call.db, sales), total }
  },

  async rate({ db }, { id }) {
    const { agreed, site } = await door.rateOf(db, id)
    return { ...(agreed !== undefined && { agreed }), site }
  },

  async agreeRate({ db, viewer, ip }, { id, percent }) {
    await db.transaction((tx) => door.agreeRate(tx, id, percent, { by: viewer.accountId, ip }))
    const { agreed, site } = await door.rateOf(db, id)
    return { ...(agreed !== undefined && { agreed }), site }
  },

  tip: {
    async withoutTx(call, { id, amount, message, anonymous, ...where }) {
      const given = {
        performerId: id,
        amount: toHundredths(amount),
        message,
        isAnonymous: anonymous,
        ...where,
      }
      const { transferId, balance, title, at } = await door.tipBatched(call.db, call.viewer, call.country(), given, call.attempt)
      return { transaction: { _id: transferId, type: 'tip', targetTitle: title, amount, createdAt: at }, balance: fromHundredths(balance) }
    },
  },
}
