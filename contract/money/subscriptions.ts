// Subscriptions to a performer (calls.md sections 0 and 10): by the month, in bundles of 3, 6 or 12 months, in tiers, at a promotion's
// price, as a gift, from the wallet or by card, or free for a trial.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Money, MoneyIn, Page, SortedQuery } from '#contract/endpoint.ts'
import { OwnPromotion, OwnTier, PaidType, Promotion, PromotionIn, Tier, TierIn } from '#contract/money/offers.ts'
import { PaymentOutcome, ReturnPath } from '#contract/money/payments.ts'
import { PerformerCard, UserCard } from '#contract/people/person.ts'

const SubscriptionStatus = Type.Enum(['active', 'cancelled', 'expired', 'past_due'])
const SubscriptionType = Type.Enum(['free', 'monthly', 'three_months', 'six_months', 'yearly'])
const TierName = Type.Object({ _id: Id, name: Type.String() })
export const Subscription = Type.Object({
  _id: Id,
  type: SubscriptionType,
  status: SubscriptionStatus,
  startedAt: Instant,
  expiredAt: Instant,
  nextRecurringDate: Type.Optional(
    Type.String({ format: 'date-time', description: 'when it is charged next; absent when it does not renew' }),
  ),
  price: Type.Number({ description: 'what it renews at: the price that the fan agreed to' }),
  currency: Type.String({ description: 'of its amounts, ISO 4217: in another one than the site’s it ends with its time' }),
  gateway: Type.String({ description: 'wallet, free, gift, or a payment gateway' }),
  isFreeTrial: Flag,
  tier: Type.Optional(TierName),
  isGift: Type.Boolean({ description: 'the time that runs was paid by somebody else' }),
  next: Type.Optional(
    Type.Object(
      { type: PaidType, tier: Type.Optional(TierName) },
      { description: 'what it becomes with its next renewal, at `price`, where that is another length or tier' },
    ),
  ),
  totalSpent: Type.Optional(Money),
})
export type Subscription = Static<typeof Subscription>

const filters = {
  status: Type.Optional(SubscriptionStatus),
  type: Type.Optional(SubscriptionType),
  /** Whose running time is of this tier. */
  tierId: Type.Optional(Id),
  q: Type.Optional(Type.String({ maxLength: 100 })),
}

/** What the fan was shown; a price that changed meanwhile is refused. */
const ExpectedPrice = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.01 }))
const payment = {
  useWallet: Type.Optional(Flag),
  paymentGateway: Type.Optional(Type.String({ maxLength: 40 })),
  /** A kept card of one’s own: asked at once and at every renewal; `paymentUrl` is where to wait for its word. */
  cardId: Type.Optional(Id),
  expectedPrice: ExpectedPrice,
  /** Default: the performer's page. */
  returnPath: Type.Optional(ReturnPath),
}
const Subscribed = Type.Interface([PaymentOutcome], { subscription: Type.Optional(Subscription) })

export const Gift = Type.Object({
  _id: Id,
  type: PaidType,
  tier: Type.Optional(TierName),
  message: Type.String(),
  giver: UserCard,
  recipient: UserCard,
  performer: PerformerCard,
  givenAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
})
export type Gift = Static<typeof Gift>

export const subscriptions = endpoints({
  /**
   * calls.md sections 0 and 10. From the wallet (`useWallet`, or gateway `wallet`), ceil(price / rate) to 0.01 token, or by card.
   * `free` only where the site and the performer offer it, once per fan and performer. A running subscription is a duplicate; a
   * cancelled one and a trial are extended from their expiry. `promotionId` lowers the price of the first period; it renews in full.
   */
  subscribe: {
    method: 'POST',
    path: '/payment/subscribe/performers',
    for: 'member',
    summary: 'Subscribe to a performer',
    body: Body({
      performerId: Id,
      type: SubscriptionType,
      tierId: Type.Optional(Id),
      promotionId: Type.Optional(Id),
      ...payment,
    }),
    reply: Subscribed,
    refuses: [
      'not_found',
      'already_subscribed',
      'no_free_subscription',
      'free_subscription_used',
      'birth_date_required',
      'not_enough_tokens',
      'wallet_frozen',
      'performers_cannot_buy',
      'cannot_pay_yourself',
      'price_changed',
      'gateway_unavailable',
      'card_unusable',
      'not_for_sale',
      'promotion_over',
      'promotion_used_up',
      'promotion_not_for_you',
    ],
    idempotent: true,
    rate: 'money',
  },
  /**
   * Another tier (none: the plain subscription) or length for a paid one that renews. A dearer tier begins at once: unused time comes
   * back in tokens and a new period is paid. A cheaper tier, another length, and a dearer tier while time that somebody gave is left,
   * begin with the next renewal, and nothing is charged now.
   */
  change: {
    method: 'POST',
    path: '/subscriptions/:id/change',
    for: 'member',
    summary: 'Change the tier or length of a subscription',
    params: ById,
    body: Body({ type: Type.Optional(PaidType), tierId: Type.Optional(Id), ...payment }),
    reply: Subscribed,
    refuses: [
      'not_found',
      'change_not_possible',
      'not_for_sale',
      'price_changed',
      'not_enough_tokens',
      'wallet_frozen',
      'gateway_unavailable',
      'card_unusable',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** By which kept card the next period is paid; without one, out of the wallet. One that waits for its payment is asked at once. */
  payWith: {
    method: 'POST',
    path: '/subscriptions/:id/pay-with',
    for: 'member',
    summary: 'Change how a subscription is paid',
    params: ById,
    body: Body({ cardId: Type.Optional(Id) }),
    reply: Subscription,
    refuses: ['not_found', 'change_not_possible', 'card_unusable'],
    idempotent: true,
    rate: 'write',
  },
  /**
   * A creator's price counts for new subscriptions. Who renews keeps what they agreed to, is told by letter 7 days before, and may
   * agree to the new price here; then it counts from the next period. A lower price counts from the next period by itself.
   */
  agreeToPrice: {
    method: 'POST',
    path: '/subscriptions/:id/agree-price',
    for: 'member',
    summary: 'Agree to the performer’s new price',
    params: ById,
    body: Body({ price: MoneyIn }),
    reply: Subscription,
    refuses: ['not_found', 'change_not_possible', 'price_changed', 'not_for_sale'],
    rate: 'write',
  },
  /**
   * Time for somebody else, paid by the giver, which does not renew and is added to what they have. Refused with `gift_not_possible`
   * for oneself, a performer, and where a block stands between any two of the three.
   */
  give: {
    method: 'POST',
    path: '/payment/gift/performers',
    for: 'member',
    summary: 'Give a subscription',
    body: Body({
      performerId: Id,
      type: PaidType,
      tierId: Type.Optional(Id),
      /** Username or id. */
      giftTo: Type.String({ minLength: 1, maxLength: 60 }),
      message: Type.Optional(Type.String({ maxLength: 200 })),
      ...payment,
    }),
    reply: Type.Interface([PaymentOutcome], { gift: Type.Optional(Gift) }),
    refuses: [
      'not_found',
      'gift_not_possible',
      'performers_cannot_buy',
      'birth_date_required',
      'prohibited_term',
      'not_enough_tokens',
      'wallet_frozen',
      'price_changed',
      'gateway_unavailable',
      'card_unusable',
      'not_for_sale',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** What I gave and was given, newest first. */
  gifts: {
    method: 'GET',
    path: '/subscriptions/gifts/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'Subscriptions that I gave or was given',
    query: ListQuery({ side: Type.Optional(Type.Enum(['given', 'received'])) }),
    reply: Page(Gift),
  },
  /** What a performer sells now besides the prices of their profile: tiers, and promotions that this viewer may use. */
  offer: {
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
  /**
   * The subscriber or staff: access lasts to the expiry date. The performer: it ends now and unused time is paid back in tokens.
   * Idempotent. The address names the gateway, but the id decides: a trial may have become a paid one meanwhile.
   */
  cancel: {
    method: 'POST',
    path: '/payment/:type/cancel-subscription/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Cancel a subscription',
    params: Type.Object({ type: Type.String({ pattern: '^[a-z]{2,20}$', description: 'the gateway of the subscription' }), id: Id }),
    body: Body({}),
    reply: Subscription,
    refuses: ['not_found'],
    idempotent: true,
    rate: 'write',
  },
  /** The fan or staff take a cancellation back while the time still runs (calls.md section 0). Idempotent. */
  reactivate: {
    method: 'POST',
    path: '/subscriptions/:id/reactivate',
    for: 'member',
    summary: 'Let a cancelled subscription renew again',
    params: Type.Object({ id: Id }),
    body: Body({}),
    reply: Subscription,
    refuses: ['not_found', 'subscription_over', 'gift_does_not_renew'],
  },
  /** calls.md section 10: a performer's subscribers, newest first; `q` finds names. */
  subscribers: {
    method: 'GET',
    path: '/subscriptions/performer/search',
    for: 'creator',
    summary: 'My subscribers',
    query: SortedQuery(['startedAt', 'expiredAt', 'price'], filters),
    reply: Page(Type.Interface([Subscription], { user: UserCard })),
  },
  /** calls.md section 10: a fan's subscriptions, newest first; `q` finds names. */
  mine: {
    method: 'GET',
    path: '/subscriptions/user/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'My subscriptions',
    query: SortedQuery(['startedAt', 'expiredAt', 'price'], filters),
    reply: Page(
      Type.Interface([Subscription], {
        performer: PerformerCard,
        listedPrice: Type.Optional(Type.Number({ description: 'what it costs others now, where that is more than `price`' })),
      }),
    ),
  },
})
