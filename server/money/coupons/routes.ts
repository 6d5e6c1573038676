import type { Coupon as Wire, coupons } from '#contract/money/coupons.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/coupons/coupons.ts'
import { current } from '#server/site/settings/settings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'

export const handlers: Handlers<typeof coupons> = {
  async all({ db }, { q = '', ...paging }) {
    const { rows, total } = await door.all(db, { q: q.trim().toUpperCase(), ...paging })
    const { currency } = await current(db)
    return { data: rows.map((row) => shown(row, currency)), total }
  },

  async create({ db, viewer, ip }, { code, type, value, minAmount, maxUses, startsAt, expiresAt }) {
    if (type === 'percent' && !Number.isInteger(value)) throw new Refusal('invalid', {}, [{ field: 'value', code: 'wrong_form' }])
    const given = {
      code,
      type,
      value: type === 'percent' ? value : toHundredths(value),
      minimumAmount: minAmount === undefined ? null : toHundredths(minAmount),
      maxUses: maxUses ?? null,
      startsAt: startsAt === undefined ? null : new Date(startsAt),
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    }
    return shown(await db.transaction((tx) => door.create(tx, given, { by: viewer.accountId, ip })))
  },

  async end({ db, viewer, ip }, { id }) {
    await db.transaction((tx) => door.end(tx, id, { by: viewer.accountId, ip }))
    return { ended: true }
  },

  async uses({ db }, { id, ...paging }) {
    const { rows, total } = await door.usesOf(db, id, paging)
    const people = await accounts.people(
      db,
      rows.map(({ accountId }) => accountId),
    )
    const data = rows.map(({ paymentId, accountId, state, saved, reservedAt }) => {
      const { name = '', username = '' } = people.get(accountId) ?? {}
      return { paymentId, member: { _id: accountId, name, username }, state, saved: fromHundredths(saved), at: reservedAt.toISOString() }
    })
    return { data, total }
  },
}

/** @param ofSite undefined when it was just made in it */
function shown(coupon: door.Coupon, ofSite = coupon.currency): Wire {
  const { id, code, type, value, minimumAmount, maxUses, taken, startsAt, expiresAt, isActive, createdAt } = coupon
  return {
    _id: id,
    code,
    type,
    value: type === 'percent' ? value : fromHundredths(value),
    ...(minimumAmount !== null && { minAmount: fromHundredths(minimumAmount) }),
    ...(maxUses !== null && { maxUses }),
    uses: taken,
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    isActive,
    ...(door.rests(coupon, ofSite) && { pricesIn: coupon.currency }),
    createdAt: createdAt.toISOString(),
  }
}
