import type { Pack as Wire, packages } from '#contract/money/packages.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { current } from '#server/site/settings/settings.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/packages/packages.ts'

export const handlers: Handlers<typeof packages> = {
  async all({ db }) {
    const rows = await door.all(db)
    const { currency } = await current(db)
    return { data: rows.map((row) => shown(row, currency)), total: rows.length }
  },

  create: async ({ db, viewer, ip }, body) =>
    shown(await db.transaction((tx) => door.create(tx, given(body), { by: viewer.accountId, ip }))),

  update: async ({ db, viewer, ip }, { id, ...body }) =>
    shown(await db.transaction((tx) => door.change(tx, id, given(body), { by: viewer.accountId, ip }))),
}

function given({ names, price, tokens, bonusTokens, order, isActive }: Omit<Wire, '_id' | 'pricesIn'>): door.Given {
  return {
    names,
    price: toHundredths(price),
    tokens: toHundredths(tokens),
    bonusTokens: toHundredths(bonusTokens),
    position: order,
    isActive,
  }
}

/** @param ofSite undefined when it was just priced in it */
function shown({ id, names, price, currency, tokens, bonusTokens, position, isActive }: door.Pack, ofSite = currency): Wire {
  return {
    _id: id,
    names,
    price: fromHundredths(price),
    tokens: fromHundredths(tokens),
    bonusTokens: fromHundredths(bonusTokens),
    order: position,
    isActive,
    ...(currency !== ofSite && { pricesIn: currency }),
  }
}
