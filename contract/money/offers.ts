// What a creator offers for sale as a subscription, and what fans send about it: the shapes that rows of subscriptions share.
import Type, { type Static } from 'typebox'
import { Flag, Id, Instant, Money, MoneyIn, PricesIn } from '#contract/endpoint.ts'

/** How long a paid period is: 1, 3, 6 or 12 calendar months. */
export const PaidType = Type.Enum(['monthly', 'three_months', 'six_months', 'yearly'])
export type PaidType = Static<typeof PaidType>

/** Prices by length, for a whole period each. A length without a price is not sold. */
const Prices = {
  monthlyPrice: Money,
  threeMonthPrice: Type.Optional(Money),
  sixMonthPrice: Type.Optional(Money),
  yearlyPrice: Type.Optional(Money),
}

export const Tier = Type.Object({
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  benefits: Type.Array(Type.String()),
  freeMessages: Type.Boolean({ description: 'its subscribers write without paying for each message' }),
  ...Prices,
})
export type Tier = Static<typeof Tier>

/** As its creator sees it. */
export const OwnTier = Type.Interface([Tier], {
  pricesIn: PricesIn,
  totalSubscribers: Type.Integer({ description: 'whose running time is of this tier' }),
  retiredAt: Type.Optional(Instant),
})
export type OwnTier = Static<typeof OwnTier>

const text = (maxLength: number) => Type.String({ maxLength })
const Price = Type.Optional(Type.Union([MoneyIn, Type.Null()], { description: 'null takes it away' }))

export const TierIn = {
  name: Type.String({ minLength: 1, maxLength: 40 }),
  description: Type.Optional(text(500)),
  benefits: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 10 })),
  freeMessages: Type.Optional(Flag),
  /** Above the creator's own monthly price, within the site's bounds times the months; a longer one costs no less than a shorter one. */
  monthlyPrice: MoneyIn,
  threeMonthPrice: Price,
  sixMonthPrice: Price,
  yearlyPrice: Price,
}

const AppliesTo = Type.Enum(['new', 'returning', 'all'], {
  description: 'new: never paid this creator for a subscription; returning: did, and does not renew now',
})

/** Less for the first period; it renews at the full price. */
export const Promotion = Type.Object({
  _id: Id,
  percentOff: Type.Integer(),
  appliesTo: AppliesTo,
  types: Type.Array(PaidType),
  tierId: Type.Optional(Id),
  startsAt: Instant,
  endsAt: Instant,
  left: Type.Optional(Type.Integer({ description: 'how many may still use it, where it has a limit' })),
})
export type Promotion = Static<typeof Promotion>

export const OwnPromotion = Type.Interface([Promotion], {
  used: Type.Integer(),
  maxUses: Type.Optional(Type.Integer()),
  state: Type.Enum(['planned', 'running', 'used_up', 'over']),
})
export type OwnPromotion = Static<typeof OwnPromotion>

export const PromotionIn = {
  percentOff: Type.Integer({ minimum: 5, maximum: 90 }),
  appliesTo: AppliesTo,
  types: Type.Array(PaidType, { minItems: 1, maxItems: 4, uniqueItems: true }),
  /** Only for this tier; without it for whatever is bought. */
  tierId: Type.Optional(Id),
  maxUses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Default: now. */
  startsAt: Type.Optional(Instant),
  /** At most 90 days after it starts. */
  endsAt: Instant,
}
