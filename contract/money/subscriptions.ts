// Subscriptions to a performer (calls.md sections 0 and 10): by the month, in bundles of 3, 6 or 12 months, in tiers, at a promotion's
// price, from the wallet or by card, or free for a trial. What is sold: offers.ts; what comes next: renewals.ts; for somebody else: gifts.ts.
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Id, Instant, Money, Page, SortedQuery } from '#contract/endpoint.ts'
import { PaidType } from '#contract/money/offers.ts'
import { PaymentOutcome, ReturnPath } from '#contract/money/payments.ts'
import { PerformerCard, UserCard } from '#contract/people/person.ts'

const SubscriptionStatus = Type.Enum(['active', 'cancelled', 'expired', 'past_due'])
const SubscriptionType = Type.Enum(['free', 'monthly', 'three_months', 'six_months', 'yearly'])
export const TierName = Type.Object({ _id: Id, name: Type.String() })
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
/** How somebody wants to pay. */
export const payment = {
  useWallet: Type.Optional(Flag),
  paymentGateway: Type.Optional(Type.String({ maxLength: 40 })),
  /** A kept card of one’s own: asked at once and at every renewal; `paymentUrl` is where to wait for its word. */
  cardId: Type.Optional(Id),
  expectedPrice: ExpectedPrice,
  /** Default: the performer's page. */
  returnPath: Type.Optional(ReturnPath),
}
export const Subscribed = Type.Interface([PaymentOutcome], { subscription: Type.Optional(Subscription) })

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
      'account_inactive',
      'not_found',
      'already_subscribed',
      'no_free_subscription',
      'free_subscription_used',
      'birth_date_required',
      'not_enough_tokens',
      'wallet_frozen',
      'performers_cannot_buy',
      'cannot_pay_yourself',
      'own_account',
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
    // It ends what would be paid.
    evenUncounted: true,
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
