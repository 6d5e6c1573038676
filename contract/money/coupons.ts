// Coupons for topping up (calls.md, house rules: the office makes them, and they are for the wallet only). What one is worth to a member
// is asked with payments.applyCoupon, because it depends on what they buy.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Money, MoneyIn, Page, PricesIn } from '#contract/endpoint.ts'

export const CouponType = Type.Enum(['percent', 'fixed'])

/** As it is stored and shown: people may type it in small letters. */
const Code = Type.String({ pattern: '^[A-Z0-9]{4,20}$' })

export const Coupon = Type.Object({
  _id: Id,
  code: Code,
  type: CouponType,
  value: Type.Number({ description: 'percent: whole percents; fixed: money of the site’s currency' }),
  minAmount: Type.Optional(Money),
  maxUses: Type.Optional(Type.Integer()),
  uses: Type.Integer({ description: 'taken now: redeemed, or reserved by a payment that is under way' }),
  startsAt: Type.Optional(Instant),
  expiresAt: Type.Optional(Instant),
  isActive: Type.Boolean({ description: 'false once it was ended' }),
  pricesIn: PricesIn,
  createdAt: Instant,
})
export type Coupon = Static<typeof Coupon>

const CouponUse = Type.Object({
  paymentId: Id,
  member: Type.Object({ _id: Id, name: Type.String(), username: Type.String() }),
  state: Type.Enum(['reserved', 'redeemed', 'released'], { description: 'released: the payment failed, or came to nothing' }),
  saved: Money,
  at: Instant,
})
type CouponUse = Static<typeof CouponUse>

export const coupons = endpoints({
  /** Newest first. */
  all: {
    method: 'GET',
    path: '/admin/coupons',
    for: 'staff',
    summary: 'Coupons',
    query: ListQuery({ q: Type.Optional(Type.String({ maxLength: 20 })) }),
    reply: Page(Coupon),
  },
  /**
   * Once for each member. Percent: 1 to 99, whole; fixed: money off. A payment never becomes smaller than 0.50. `invalid` where the value
   * does not fit the type, or it would end before it starts.
   */
  create: {
    method: 'POST',
    path: '/admin/coupons',
    for: 'staff',
    summary: 'Make a coupon',
    body: Body({
      code: Type.String({ pattern: '^[A-Za-z0-9]{4,20}$' }),
      type: CouponType,
      value: MoneyIn,
      minAmount: Type.Optional(MoneyIn),
      maxUses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      startsAt: Type.Optional(Instant),
      expiresAt: Type.Optional(Instant),
    }),
    reply: Coupon,
    refuses: ['coupon_code_taken'],
  },
  /** Nobody can use it from now on; payments under way keep their price. Ending it twice is no mistake. */
  end: {
    method: 'PUT',
    path: '/admin/coupons/:id/end',
    for: 'staff',
    summary: 'End a coupon',
    params: ById,
    reply: Type.Object({ ended: Flag }),
    refuses: ['not_found'],
  },
  uses: {
    method: 'GET',
    path: '/admin/coupons/:id/uses',
    for: 'staff',
    summary: 'Who used a coupon',
    params: ById,
    query: ListQuery({}),
    reply: Page(CouponUse),
    refuses: ['not_found'],
  },
})
