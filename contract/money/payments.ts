// Money that comes in through a gateway (calls.md section 10). A wallet is credited by the gateway's verified event, once.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Money, MoneyIn, Page, Tokens } from '#contract/endpoint.ts'

export const TransactionStatus = Type.Enum(['created', 'pending', 'requires_action', 'success', 'fail', 'refunded', 'chargeback'])

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
})

/**
 * Where the payer returns to, a path of this site. Browsers read a backslash as a slash and drop control characters, so both
 * would make a path into another site's address.
 */
export const ReturnPath = Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])[^\\u0000-\\u001f\\\\]*$' })

export const TokenPackage = Type.Object({
  _id: Id,
  name: Type.String(),
  price: Money,
  tokens: Tokens,
  bonusTokens: Tokens,
  order: Type.Integer(),
  isActive: Flag,
})

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
      /** Default /wallet. */
      returnPath: Type.Optional(ReturnPath),
    }),
    reply: PaymentOutcome,
    refuses: ['amount_out_of_bounds', 'unknown_package', 'gateway_unavailable'],
    idempotent: true,
    rate: 'money',
  },
  /** calls.md section 10. Somebody else's is not there. */
  transaction: {
    method: 'GET',
    path: '/payment/transactions/:id',
    for: 'member',
    summary: 'One of my payments, to poll after a redirect',
    params: ById,
    reply: Transaction,
    refuses: ['not_found'],
  },
  /** calls.md section 10: newest first. */
  transactions: {
    method: 'GET',
    path: '/payment/transactions/user/search',
    for: 'member',
    summary: 'My payments through a gateway',
    query: ListQuery({ status: Type.Optional(TransactionStatus) }),
    reply: Page(Transaction),
  },
  /**
   * Where gateways report. The signature is over the exact bytes and the time; a forged, old or future one (more than 5 minutes)
   * is refused, a repeat is heard once. An amount or currency that differs from the transaction's is refused and audited.
   */
  callhook: {
    method: 'POST',
    path: '/payment/:gateway/callhook',
    for: 'anyone',
    summary: 'A gateway’s signed event',
    params: Type.Object({ gateway: Type.String({ pattern: '^[a-z]{2,20}$' }) }),
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
    }),
    refuses: ['not_found'],
  },
  /** Pay with a test card there: one that succeeds, one that is declined, one that asks for 3-D Secure first. The site hears of it by webhook only. */
  sandboxPay: {
    method: 'POST',
    path: '/payment/sandbox/checkouts/:id',
    for: 'anyone',
    summary: 'Act on a checkout of the sandbox gateway',
    params: Type.Object({ id: Type.String({ minLength: 20, maxLength: 80 }) }),
    body: Body({
      action: Type.Enum(['pay', 'confirm', 'fail', 'abandon']),
      card: Type.Optional(Type.Enum(['success', 'decline', 'three_d_secure'])),
    }),
    reply: Type.Object({ status: Type.Enum(['open', 'challenge', 'paid', 'declined', 'abandoned']), returnUrl: Type.String() }),
    refuses: ['not_found', 'checkout_over', 'invalid'],
  },
})
