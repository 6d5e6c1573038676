// A wallet that tops itself up from a kept card when it runs low (auto top-up).
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Id, Instant, Money, MoneyIn, TokensIn } from '#contract/endpoint.ts'

export const Refill = Type.Object({
  isOn: Flag,
  below: Type.Optional(Type.Number({ description: 'tokens: when the wallet has less, it is topped up' })),
  amount: Type.Optional(Money),
  packageId: Type.Optional(Id),
  cardId: Type.Optional(Id),
  monthlyLimit: Type.Optional(Type.Number({ description: 'money: no more than this in a calendar month, UTC' })),
  currency: Type.Optional(Type.String({ description: 'of these amounts, ISO 4217' })),
  spentThisMonth: Type.Number({ description: 'money, what is under way included' }),
  stopped: Type.Optional(
    Type.Object(
      { reason: Type.Enum(['declined', 'card_unavailable', 'package_gone', 'too_small', 'over_limit', 'other_currency']), at: Instant },
      {
        description:
          'it switched itself off; switching it on again forgets this. too_small: one top-up would not reach `below` any more; over_limit: one costs more than `monthlyLimit` by now; other_currency: the site counts in another one than `currency`',
      },
    ),
  ),
})
export type Refill = Static<typeof Refill>

export const refills = endpoints({
  mine: {
    method: 'GET',
    path: '/payment/auto-top-up',
    for: 'member',
    inClosedCountry: true,
    summary: 'How my wallet tops itself up',
    reply: Refill,
  },
  /**
   * To switch it on, everything is told: below, an amount within the settings' bounds or a package, a usable card of one's own, and a limit that
   * one top-up fits in. Off needs nothing, and what was told stays for the next time. A payment is made at once when the wallet is
   * low already; never more than one is under way.
   */
  save: {
    method: 'PUT',
    path: '/payment/auto-top-up',
    for: 'member',
    inClosedCountry: true,
    summary: 'Let my wallet top itself up, or stop it',
    body: Body({
      isOn: Flag,
      below: Type.Optional(TokensIn),
      amount: Type.Optional(MoneyIn),
      packageId: Type.Optional(Id),
      cardId: Type.Optional(Id),
      monthlyLimit: Type.Optional(MoneyIn),
    }),
    reply: Refill,
    refuses: [
      'country_closed',
      'amount_out_of_bounds',
      'unknown_package',
      'not_found',
      'card_unusable',
      'limit_below_amount',
      'refill_too_small',
    ],
    idempotent: true,
    rate: 'money',
  },
})
