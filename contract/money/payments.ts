// Money that comes in through a gateway (calls.md section 10). A wallet is credited by the gateway's verified event, once.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, Money, MoneyIn, Page, SortedQuery, Tokens } from '#contract/endpoint.ts'
import { CouponType } from '#contract/money/coupons.ts'

export const TransactionStatus = Type.Enum(['created', 'pending', 'requires_action', 'success', 'fail', 'refunded', 'chargeback'])

/** One status that a payment had, with the gateway’s reason where it failed. */
const TransactionStep = Type.Object({ status: TransactionStatus, reason: Type.Optional(Type.String()), at: Instant })

export const Transaction = Type.Object({
  _id: Id,
  type: Type.Enum(['wallet_top_up', 'subscription']),
  status: TransactionStatus,
  totalPrice: Money,
  currency: Type.String(),
  tokens: Type.Optional(Tokens),
  paymentGateway: Type.String(),
  items: Type.Array(Type.Object({ title: Type.String(), price: Money })),
  failureReason: Type.Optional(
    Type.String({
      description: 'the gateway’s reason as a code: card_declined, authentication_failed, abandoned, card_unavailable (at a renewal)',
    }),
  ),
  performerId: Type.Optional(Id),
  card: Type.Optional(Type.Object({ brand: Type.String(), last4: Type.String() }, { description: 'the kept card that was asked' })),
  refundedAmount: Type.Optional(Type.Number({ description: 'money that went back until now; its tokens went with it, in proportion' })),
  invoiceUrl: Type.Optional(
    Type.String({ description: 'its receipt as PDF, for its payer only; once it is paid (contract/money/invoices.ts)' }),
  ),
  canRetry: Type.Optional(
    Type.Boolean({
      description: 'payments.retry would not refuse it: it failed or waits for its payer, and no other try is open or was paid',
    }),
  ),
  history: Type.Array(TransactionStep, { description: 'every status it had, oldest first' }),
  createdAt: Instant,
  completedAt: Type.Optional(Instant),
})
export type Transaction = Static<typeof Transaction>

/** What every call that starts a payment answers (calls.md section 10): done, a step in the client, or a page of the gateway. */
export const PaymentOutcome = Type.Object({
  status: Type.Enum(['succeeded', 'requires_action', 'redirect']),
  transactionId: Type.Optional(Id),
  paymentUrl: Type.Optional(Type.String({ description: 'with redirect: where the payer goes' })),
  clientSecret: Type.Optional(Type.String()),
  publishableKey: Type.Optional(Type.String({ description: 'with clientSecret: the key that the gateway’s script wants' })),
})

/** A kept card, without anything that could pay. `isOver`: its month has passed. */
export const PaymentCard = Type.Object({
  _id: Id,
  brand: Type.String({ description: 'lower case: visa, mastercard, …' }),
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  holderName: Type.String(),
  isDefault: Flag,
  provider: Type.String({ description: 'the gateway that keeps it' }),
  isUsable: Type.Boolean({ description: 'false when its month is over, or its gateway is not in use now' }),
})
export type PaymentCard = Static<typeof PaymentCard>

/**
 * Where the payer returns to, a path of this site. Browsers read a backslash as a slash and drop control characters, so both
 * would make a path into another site's address.
 */
export const ReturnPath = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])[^\\u0000-\\u001f\\\\]*$' })

const TokenPackage = Type.Object({
  _id: Id,
  name: Type.String(),
  price: Money,
  tokens: Tokens,
  bonusTokens: Tokens,
  order: Type.Integer(),
  isActive: Flag,
})

/** Letters of any size: they are made capitals. */
const CouponCode = Type.String({ minLength: 1, maxLength: 40 })
const couponRefusals = ['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_minimum', 'coupon_used'] as const

export const payments = endpoints({
  /** Those on sale, in the operator's order, named in the reader's language. */
  packages: { method: 'GET', path: '/package/token/search', for: 'anyone', summary: 'Fixed token packs', reply: Page(TokenPackage) },
  /**
   * Either an amount of money within the settings' bounds, or a package (calls.md section 10); `invalid` for both or neither.
   * Tokens come only by the gateway's verified event, amounts rounded down to 0.01 token. A frozen wallet takes them too: they
   * shrink its debt.
   */
  topUp: {
    method: 'POST',
    path: '/payment/wallet/top-up',
    for: 'member',
    summary: 'Buy tokens',
    body: Body({
      amount: Type.Optional(MoneyIn),
      packageId: Type.Optional(Id),
      paymentGateway: Type.Optional(Type.String({ maxLength: 40 })),
      /** A kept card of one’s own: it is asked at once, and `paymentUrl` is returnPath with the transaction named, to wait at. */
      cardId: Type.Optional(Id),
      /** Lowers what is paid; the tokens stay. Redeemed when the payment succeeds, once a member. */
      couponCode: Type.Optional(CouponCode),
      /** Default /wallet. */
      returnPath: Type.Optional(ReturnPath),
    }),
    reply: PaymentOutcome,
    refuses: ['amount_out_of_bounds', 'unknown_package', 'gateway_unavailable', 'not_found', 'card_unusable', ...couponRefusals],
    idempotent: true,
    rate: 'money',
  },
  /**
   * calls.md section 10: a quote only, nothing is reserved. `discounted` is what would be paid, never less than gateways take (0.50, or 50 yen). One that has not
   * begun is unknown. Codes are guessed, so it is asked as rarely as a password.
   */
  applyCoupon: {
    method: 'POST',
    path: '/coupons/:code/apply-coupon',
    for: 'member',
    summary: 'What a coupon makes of a top-up',
    params: Type.Object({ code: CouponCode }),
    body: Body({ amount: Type.Optional(MoneyIn), packageId: Type.Optional(Id) }),
    reply: Type.Object({
      couponId: Id,
      code: Type.String(),
      type: CouponType,
      value: Type.Number(),
      discounted: Money,
      expiresAt: Type.Optional(Instant),
    }),
    refuses: ['amount_out_of_bounds', 'unknown_package', ...couponRefusals],
    rate: 'sign-in',
  },
  /** calls.md section 10. Somebody else's is not there. */
  transaction: {
    method: 'GET',
    path: '/payment/transactions/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'One of my payments, to poll after a redirect',
    params: ById,
    reply: Transaction,
    refuses: ['not_found'],
  },
  /**
   * The same, after its gateway was asked how it ended: for the way back from there, when no webhook has come. What is over already is only
   * shown.
   */
  inquire: {
    method: 'POST',
    path: '/payment/transactions/:id/inquire',
    for: 'member',
    inClosedCountry: true,
    summary: 'Ask the gateway how a payment of mine ended',
    params: ById,
    body: Body({}),
    reply: Transaction,
    refuses: ['not_found', 'gateway_unavailable'],
    rate: 'money',
  },
  /** calls.md section 10: newest first. */
  transactions: {
    method: 'GET',
    path: '/payment/transactions/user/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'My payments through a gateway',
    query: SortedQuery(['createdAt', 'totalPrice'], { status: Type.Optional(TransactionStatus) }),
    reply: Page(Transaction),
  },
  /**
   * calls.md section 10: the same payment again, for the same amount, after it failed; at most five times, and never once one of its tries was
   * paid. One that waits for its payer’s bank goes on instead, as does another try that is open: the answer leads to where it is asked. With another card if `cardId` says so.
   */
  retry: {
    method: 'POST',
    path: '/payment/retry/:id',
    for: 'member',
    summary: 'Try a payment again',
    params: ById,
    body: Body({ cardId: Type.Optional(Id) }),
    reply: PaymentOutcome,
    refuses: ['not_found', 'cannot_retry', 'too_many_retries', 'gateway_unavailable', 'card_unusable', ...couponRefusals],
    idempotent: true,
    rate: 'money',
  },
  /**
   * How an open payment of mine goes on, now that I am there: the gateway’s page, or the secret with which its script asks my bank.
   * Asked again it answers the same.
   */
  goOn: {
    method: 'POST',
    path: '/payment/transactions/:id/continue',
    for: 'member',
    summary: 'Go on with an open payment',
    params: ById,
    body: Body({ keepCard: Type.Optional(Type.Boolean({ description: 'the card of this payment is kept for next time' })) }),
    reply: PaymentOutcome,
    refuses: ['not_found', 'checkout_over', 'gateway_unavailable'],
    rate: 'money',
  },
  /** calls.md section 10: mine, the default first. */
  cards: {
    method: 'GET',
    path: '/payment-cards',
    for: 'member',
    inClosedCountry: true,
    summary: 'My kept cards',
    reply: Page(PaymentCard),
  },
  /**
   * Where the gateway in use keeps cards without paying: what its own form needs to make a token. `testTokens` is the sandbox’s,
   * which has no form.
   */
  cardSetup: {
    method: 'POST',
    path: '/payment-cards/setup',
    for: 'member',
    summary: 'Begin to add a card',
    reply: Type.Object({
      provider: Type.String(),
      canAdd: Type.Boolean({ description: 'false where cards are only kept by paying' }),
      clientSecret: Type.Optional(Type.String()),
      publishableKey: Type.Optional(Type.String()),
      testTokens: Type.Optional(Type.Array(Type.Object({ token: Type.String(), last4: Type.String() }))),
    }),
    refuses: ['gateway_unavailable'],
    rate: 'money',
  },
  /** calls.md section 10: `sourceToken` is what the provider’s form made of the card; a number is refused, and never kept or logged. */
  addCard: {
    method: 'POST',
    path: '/:provider/cards',
    for: 'member',
    summary: 'Keep a card',
    params: Type.Object({ provider: Type.String({ pattern: '^[a-z]{2,20}$' }) }),
    body: Body({
      sourceToken: Type.String({ pattern: '^[A-Za-z]{2,10}_[A-Za-z0-9_]{1,190}$' }),
      holderName: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: PaymentCard,
    refuses: ['gateway_unavailable', 'cards_not_kept', 'card_refused', 'card_kept_already'],
    rate: 'money',
  },
  /** calls.md section 10: forgotten here and at the provider. Refused while something is going to be paid by it, unless `force`. */
  removeCard: {
    method: 'DELETE',
    path: '/payment-cards/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Forget a card',
    params: ById,
    query: Type.Object({ force: Type.Optional(Type.Boolean()) }),
    reply: Type.Object({ removed: Flag }),
    refuses: ['not_found', 'card_in_use'],
  },
  defaultCard: {
    method: 'PUT',
    path: '/payment-cards/:id/default',
    for: 'member',
    summary: 'Ask this card first',
    params: ById,
    reply: Type.Object({ isDefault: Flag }),
    refuses: ['not_found'],
  },
  /**
   * Where gateways report. The signature is over the exact bytes and the time; a forged, old or future one (more than 5 minutes)
   * is refused, a repeat is received once. An amount or currency that differs from the transaction's is refused and audited.
   */
  callhook: {
    method: 'POST',
    path: '/payment/:gateway/callhook',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'A gateway’s signed event',
    params: Type.Object({ gateway: Type.String({ pattern: '^[a-z]{2,20}$' }) }),
    query: Type.Object({}, { additionalProperties: true }),
    body: Type.Object({}, { additionalProperties: true }),
    reply: Type.Object({ received: Flag }),
    refuses: ['signature_invalid', 'signature_expired', 'event_unknown', 'event_mismatch', 'gateway_unavailable'],
    raw: true,
    rate: 'read',
    duringMaintenance: true,
  },
  /** The sandbox's hosted page: what the payer sees there. Known only by its secret address, as with a real gateway. */
  sandboxCheckout: {
    method: 'GET',
    path: '/payment/sandbox/checkouts/:id',
    for: 'anyone',
    summary: 'A checkout of the sandbox gateway',
    params: Type.Object({ id: Type.String({ minLength: 20, maxLength: 80 }) }),
    reply: Type.Object({
      title: Type.String(),
      amount: Money,
      currency: Type.String(),
      status: Type.Enum(['open', 'challenge', 'paid', 'declined', 'abandoned']),
      returnUrl: Type.String(),
      siteName: Type.String(),
      refunded: Money,
      dispute: Type.Optional(Type.Enum(['open', 'won', 'lost'])),
    }),
    refuses: ['not_found'],
  },
  /**
   * Pay with a test card there: one that succeeds, one that is declined, one that asks for 3-D Secure first, one that pays now and is
   * declined whenever it is asked again; `keep` keeps it. Once paid: give money back (`amount`, without it the rest), let the
   * newest refund fail, dispute it as its bank would (`amount`, without it all of it), also again after a won one, and decide that dispute for
   * the site or for the payer. The site hears of it by webhook only.
   */
  sandboxPay: {
    method: 'POST',
    path: '/payment/sandbox/checkouts/:id',
    for: 'anyone',
    summary: 'Act on a checkout of the sandbox gateway',
    params: Type.Object({ id: Type.String({ minLength: 20, maxLength: 80 }) }),
    body: Body({
      action: Type.Enum(['pay', 'confirm', 'fail', 'abandon', 'refund', 'fail_refund', 'dispute', 'win_dispute', 'lose_dispute']),
      card: Type.Optional(Type.Enum(['success', 'decline', 'three_d_secure', 'declines_later'])),
      keep: Type.Optional(Flag),
      amount: Type.Optional(MoneyIn),
      lost: Type.Optional(Type.Boolean({ description: 'the site is not told: a webhook that got lost' })),
    }),
    reply: Type.Object({
      status: Type.Enum(['open', 'challenge', 'paid', 'declined', 'abandoned']),
      returnUrl: Type.String(),
      refunded: Money,
      dispute: Type.Optional(Type.Enum(['open', 'won', 'lost'])),
    }),
    refuses: ['not_found', 'checkout_over', 'invalid', 'amount_out_of_bounds'],
  },
})
