// What a subscription becomes with its next period: another tier or length, another card, the performer's new price.
import Type from 'typebox'
import { Body, ById, endpoints, Id, MoneyIn } from '#contract/endpoint.ts'
import { PaidType } from '#contract/money/offers.ts'
import { payment, Subscribed, Subscription } from '#contract/money/subscriptions.ts'

export const renewals = endpoints({
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
})
