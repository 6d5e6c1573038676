// Subscriptions to a performer (calls.md sections 0 and 10), paid monthly or yearly from the wallet or by card, or free for a trial.
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Id, Instant, ListQuery, Money, Page } from '#contract/endpoint.ts'
import { PaymentOutcome } from '#contract/money/payments.ts'
import { PerformerCard, UserCard } from '#contract/people/person.ts'

const SubscriptionStatus = Type.Enum(['active', 'cancelled', 'expired', 'past_due'])
const SubscriptionType = Type.Enum(['free', 'monthly', 'yearly'])
export const Subscription = Type.Object({
  _id: Id,
  type: SubscriptionType,
  status: SubscriptionStatus,
  startedAt: Instant,
  expiredAt: Instant,
  nextRecurringDate: Type.Optional(Instant),
  price: Money,
  gateway: Type.String({ description: 'wallet, free, or a payment gateway' }),
  isFreeTrial: Flag,
  totalSpent: Type.Optional(Money),
})
export type Subscription = Static<typeof Subscription>

const filters = { status: Type.Optional(SubscriptionStatus), q: Type.Optional(Type.String({ maxLength: 100 })) }

export const subscriptions = endpoints({
  /** `free` only where the site and the performer offer it, once per fan and performer. A running subscription is a duplicate; a cancelled one is extended from its expiry. */
  subscribe: {
    method: 'POST',
    path: '/payment/subscribe/performers',
    for: 'member',
    summary: 'Subscribe to a performer',
    body: Body({
      performerId: Id,
      type: SubscriptionType,
      useWallet: Type.Optional(Flag),
      paymentGateway: Type.Optional(Type.String({ maxLength: 40 })),
      /** What the fan was shown; a price that changed meanwhile is refused. */
      expectedPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.01 })),
      returnPath: Type.Optional(Type.String({ maxLength: 500, pattern: '^/(?!/)' })),
    }),
    reply: Type.Interface([PaymentOutcome], { subscription: Type.Optional(Subscription) }),
    refuses: [
      'not_found',
      'already_subscribed',
      'no_free_subscription',
      'free_subscription_used',
      'not_enough_tokens',
      'wallet_frozen',
      'performers_cannot_buy',
      'cannot_pay_yourself',
      'price_changed',
      'gateway_unavailable',
      'not_for_sale',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** The subscriber, the performer (then unused time is paid back in tokens) or staff. Access lasts to the expiry date. Idempotent. */
  cancel: {
    method: 'POST',
    path: '/payment/:type/cancel-subscription/:id',
    for: 'member',
    summary: 'Cancel a subscription',
    params: Type.Object({ type: Type.String({ pattern: '^[a-z]{2,20}$', description: 'the gateway of the subscription' }), id: Id }),
    body: Body({}),
    reply: Subscription,
    refuses: ['not_found'],
    rate: 'write',
  },
  /** Takes a cancellation back while the time still runs (calls.md, house rules). */
  reactivate: {
    method: 'POST',
    path: '/subscriptions/:id/reactivate',
    for: 'member',
    summary: 'Let a cancelled subscription renew again',
    params: Type.Object({ id: Id }),
    body: Body({}),
    reply: Subscription,
    refuses: ['not_found', 'no_free_subscription'],
  },
  /** A performer's subscribers. */
  subscribers: {
    method: 'GET',
    path: '/subscriptions/performer/search',
    for: 'creator',
    summary: 'My subscribers',
    query: ListQuery(filters),
    reply: Page(Type.Interface([Subscription], { user: UserCard })),
  },
  /** A fan's subscriptions. */
  mine: {
    method: 'GET',
    path: '/subscriptions/user/search',
    for: 'member',
    summary: 'My subscriptions',
    query: ListQuery(filters),
    reply: Page(Type.Interface([Subscription], { performer: PerformerCard })),
  },
})
