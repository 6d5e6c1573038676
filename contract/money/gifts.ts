// Time with a performer that somebody gives to somebody else.
import Type, { type Static } from 'typebox'
import { Body, endpoints, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { PaidType } from '#contract/money/offers.ts'
import { PaymentOutcome } from '#contract/money/payments.ts'
import { payment, TierName } from '#contract/money/subscriptions.ts'
import { PerformerCard, UserCard } from '#contract/people/person.ts'

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

export const gifts = endpoints({
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
      'own_account',
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
  mine: {
    method: 'GET',
    path: '/subscriptions/gifts/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'Subscriptions that I gave or was given',
    query: ListQuery({ side: Type.Optional(Type.Enum(['given', 'received'])) }),
    reply: Page(Gift),
  },
})
