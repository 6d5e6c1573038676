// What a creator offers to those who subscribe: prices by length, tiers, and promotions.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Money, MoneyIn, Page, PricesIn } from '#contract/endpoint.ts'

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

const TierIn = {
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

const PromotionIn = {
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

export const offers = endpoints({
  /** What a performer sells now besides the prices of their profile: tiers, and promotions that this viewer may use. */
  ofPerformer: {
    method: 'GET',
    path: '/performers/:id/subscription-offer',
    for: 'anyone',
    summary: 'Tiers and promotions of a performer',
    params: ById,
    reply: Type.Object({ tiers: Type.Array(Tier), promotions: Type.Array(Promotion) }),
    refuses: ['not_found'],
  },
  /** All of one's own, retired ones last. */
  tiers: {
    method: 'GET',
    path: '/subscription-tiers',
    for: 'creator',
    summary: 'My tiers',
    reply: Type.Array(OwnTier),
  },
  /** Up to five that are sold at a time. */
  createTier: {
    method: 'POST',
    path: '/subscription-tiers',
    for: 'creator',
    summary: 'Add a tier',
    body: Body(TierIn),
    reply: OwnTier,
    refuses: [
      'prices_rest',
      'too_many_tiers',
      'tier_name_taken',
      'tier_price_too_low',
      'price_out_of_bounds',
      'longer_costs_less',
      'prohibited_term',
    ],
    rate: 'write',
  },
  /** Its prices count for new subscriptions; who has it keeps what they agreed to. A retired one stays as it is. */
  editTier: {
    method: 'PUT',
    path: '/subscription-tiers/:id',
    for: 'creator',
    summary: 'Edit a tier',
    params: ById,
    body: Body({ ...TierIn, name: Type.Optional(TierIn.name), monthlyPrice: Type.Optional(TierIn.monthlyPrice) }),
    reply: OwnTier,
    refuses: [
      'prices_rest',
      'not_found',
      'tier_name_taken',
      'tier_price_too_low',
      'price_out_of_bounds',
      'longer_costs_less',
      'prohibited_term',
    ],
    rate: 'write',
  },
  /** It is no longer sold, and runs on for those who have it. Idempotent. */
  retireTier: {
    method: 'DELETE',
    path: '/subscription-tiers/:id',
    for: 'creator',
    summary: 'Retire a tier',
    params: ById,
    reply: OwnTier,
    refuses: ['not_found'],
    rate: 'write',
  },
  /** One's own, newest first. */
  promotions: {
    method: 'GET',
    path: '/subscription-promotions',
    for: 'creator',
    summary: 'My promotions',
    query: ListQuery({ state: Type.Optional(Type.Enum(['planned', 'running', 'used_up', 'over'])) }),
    reply: Page(OwnPromotion),
  },
  createPromotion: {
    method: 'POST',
    path: '/subscription-promotions',
    for: 'creator',
    summary: 'Start a promotion',
    body: Body(PromotionIn),
    reply: OwnPromotion,
    refuses: ['promotion_dates', 'not_found'],
    rate: 'write',
  },
  /** Nobody new may use it from now on. Idempotent. */
  endPromotion: {
    method: 'POST',
    path: '/subscription-promotions/:id/end',
    for: 'creator',
    summary: 'End a promotion',
    params: ById,
    body: Body({}),
    reply: OwnPromotion,
    refuses: ['not_found'],
    rate: 'write',
  },
})
