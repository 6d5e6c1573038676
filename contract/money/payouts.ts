// How creators get what they earned (calls.md section 10). Tokens and money travel as decimals with at most 2 places; what tokens are
// worth is fixed when they are asked for. What is asked for leaves the earnings at once; a no gives it back.
import Type, { type Static } from 'typebox'
import { EarningLine } from '#contract/money/earnings.ts'
import { Body, ById, endpoints, Flag, Id, Instant, Money, MoneyIn, Page, SortedQuery, Tokens, TokensIn } from '#contract/endpoint.ts'
import { bankFields } from '#contract/money/destinations.ts'
import { payoutBlockers, payoutMethods, payoutStatuses } from '#contract/money/payout-names.ts'
import { UserCard } from '#contract/people/person.ts'

export * from '#contract/money/payout-names.ts'

const Status = Type.Enum([...payoutStatuses])
const Method = Type.Enum([...payoutMethods])

const Sum = Type.Object({ tokens: Tokens, amount: Money })

/** totalEarned − reversed − totalPaidOut − pendingRequests is what stands in the earnings account; less onHold, and never below 0, is available. */
export const PayoutCalculation = Type.Object({
  totalEarned: Sum,
  totalPaidOut: Sum,
  pendingRequests: Sum,
  onHold: Sum,
  reversed: Sum,
  available: Sum,
  nextClearsAt: Type.Optional(Type.String({ format: 'date-time', description: 'when the oldest sale on hold clears' })),
  clearingDays: Type.Integer(),
  conversionRate: Type.Number({ description: 'currency per token' }),
  fee: Money,
  minimumPayoutAmount: Money,
  currency: Type.String(),
  blockers: Type.Array(Type.Object({ code: Type.Enum([...payoutBlockers]), until: Type.Optional(Instant) })),
})
export type PayoutCalculation = Static<typeof PayoutCalculation>

const Bank = Type.Object({ holder: Type.String(), bankName: Type.String(), last4: Type.String() })

const requestFields = {
  _id: Id,
  number: Type.Integer({ description: 'as people say it: #1001' }),
  status: Status,
  requestTokens: Tokens,
  amount: Type.Number({ description: 'money at the rate of the instant it was asked for' }),
  fee: Money,
  arrives: Type.Number({ description: 'amount less fee' }),
  currency: Type.String(),
  conversionRate: Type.Number({ description: 'currency per token, of then' }),
  paymentAccountType: Method,
  payoutAccount: Type.Optional(Type.String({ description: 'by PayPal or another way, masked' })),
  requestNote: Type.String(),
  bank: Type.Optional(Bank),
  isUnreadable: Type.Optional(
    Type.Boolean({
      description: 'where it should go cannot be read any more (the site’s key is another one): it is rejected and asked for anew',
    }),
  ),
  reason: Type.Optional(Type.String({ description: 'why it was rejected, or came back; not of what a provider took back' })),
  createdAt: Instant,
  updatedAt: Instant,
  endedAt: Type.Optional(Instant),
  failure: Type.Optional(
    Type.String({ description: 'to staff: why the provider would not carry it, or that it came back, in the provider’s words' }),
  ),
  batch: Type.Optional(Type.Object({ _id: Id, number: Type.Integer() }, { description: 'to staff: the bank file that it stands in' })),
  performer: Type.Optional(UserCard),
  nextStatuses: Type.Array(Status, { description: 'what the reader may set now' }),
}
export const PayoutRequest = Type.Object(requestFields)
export type PayoutRequest = Static<typeof PayoutRequest>

export const PayoutDetail = Type.Object({
  ...requestFields,
  history: Type.Array(
    Type.Object({
      step: Type.Enum([...payoutStatuses, 'edited']),
      by: Type.Enum(['performer', 'staff']),
      createdAt: Instant,
    }),
    { description: 'oldest first' },
  ),
  lines: Type.Array(EarningLine, { description: 'the sales that it pays, oldest first, 100 at most; of an open one as it stands now' }),
  totalLines: Type.Integer(),
})
export type PayoutDetail = Static<typeof PayoutDetail>

const BatchFile = Type.Object({
  _id: Id,
  number: Type.Integer(),
  count: Type.Integer(),
  total: Money,
  currency: Type.String(),
  leftOut: Type.Integer({ minimum: 0, description: 'were in it once and have been rejected since' }),
  fileName: Type.String(),
  csv: Type.String({ description: 'UTF-8 with its mark; cells are harmless to spreadsheets' }),
})

export const payouts = endpoints({
  /** calls.md section 10: changes nothing. */
  calculate: {
    method: 'POST',
    path: '/payout-requests/calculate',
    for: 'creator',
    whileActing: true,
    summary: 'What I can have paid out now',
    body: Body({}),
    reply: PayoutCalculation,
    rate: 'read',
  },
  /** Ours: the same by GET, because it only reads: a page that is drawn on the server asks without an Origin. */
  sums: {
    method: 'GET',
    path: '/payout-requests/calculate',
    for: 'creator',
    summary: 'What I can have paid out now',
    reply: PayoutCalculation,
  },
  /**
   * calls.md section 10. Exactly one of requestTokens and amount. By paypal and other it goes to the account that was saved for it, under
   * the same hold as bank details. The tokens leave the earnings at once; one request is open at a time.
   */
  request: {
    method: 'POST',
    path: '/payout-requests',
    for: 'creator',
    summary: 'Ask for a payout',
    body: Body({
      requestTokens: Type.Optional(TokensIn),
      amount: Type.Optional(MoneyIn),
      paymentAccountType: Method,
      requestNote: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: PayoutRequest,
    refuses: [
      'not_verified',
      'bank_details_missing',
      'bank_on_hold',
      'bank_unconfirmed',
      'bank_unreadable',
      'payee_name_differs',
      'payout_account_missing',
      'payout_open',
      'payout_below_minimum',
      'payout_above_available',
      'amount_out_of_bounds',
      'gateway_unavailable',
    ],
    idempotent: true,
    rate: 'money',
  },
  /**
   * calls.md section 10. Its performer edits note or sum, or cancels, while it is pending; another sum is refused as asking for it would be.
   * Staff approve (whose account it is and whether they are verified is asked anew), process, finish or reject with the reason that the
   * performer reads. Another's is not there. By Stripe, `processing` makes the transfer, `done` follows from Stripe’s word only, and what
   * Stripe refused is set to `processing` once more, or rejected. What came back after it was done is `returned`: by staff with the reason
   * that the performer reads, by Stripe from its word. The sales that it paid are unpaid again, and nothing more goes to those bank
   * details before they are saved again (`bank_unconfirmed`).
   */
  update: {
    method: 'PUT',
    path: '/payout-requests/:id',
    for: 'member',
    summary: 'Change or decide a payout',
    inClosedCountry: true,
    params: ById,
    body: Body({
      requestTokens: Type.Optional(TokensIn),
      amount: Type.Optional(MoneyIn),
      requestNote: Type.Optional(Type.String({ maxLength: 500 })),
      status: Type.Optional(Type.Enum(['approved', 'processing', 'done', 'rejected', 'cancelled', 'returned'])),
      reason: Type.Optional(Type.String({ maxLength: 1000, description: 'of what is rejected or returned' })),
    }),
    reply: PayoutRequest,
    refuses: [
      'not_found',
      'payout_cannot_follow',
      'not_verified',
      'bank_details_missing',
      'bank_on_hold',
      'bank_unconfirmed',
      'bank_unreadable',
      'payee_name_differs',
      'payout_account_missing',
      'payout_below_minimum',
      'payout_above_available',
      'amount_out_of_bounds',
      'gateway_unavailable',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** calls.md section 10: one's own, newest first; staff see everybody's, what waits longest first. q: of a name, or a number. */
  search: {
    method: 'GET',
    path: '/payout-requests/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'Payouts',
    query: SortedQuery(['createdAt', 'requestTokens'], {
      status: Type.Optional(Status),
      q: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: Page(PayoutRequest),
  },
  /** calls.md section 10: with every step and the sales that it pays. */
  view: {
    method: 'GET',
    path: '/payout-requests/:id/view',
    for: 'member',
    inClosedCountry: true,
    summary: 'One payout with its history',
    params: ById,
    reply: PayoutDetail,
    refuses: ['not_found'],
  },
  /** calls.md section 10: whether one is under way, so that no second is offered. */
  pendingReview: {
    method: 'GET',
    path: '/payout-requests/check/pending-review',
    for: 'creator',
    summary: 'Whether a payout of mine is under way',
    reply: Type.Object({ pending: Flag, request: Type.Optional(PayoutRequest) }),
  },
  /** Ours: the whole of it, to pay an approved request by hand. Each view is on record. */
  requestBank: {
    method: 'GET',
    path: '/admin/payouts/:id/bank',
    for: 'staff',
    summary: 'The bank details of an approved payout (audited)',
    params: ById,
    reply: Type.Object({ ...bankFields, payoutAccount: Type.Optional(Type.String({ description: 'by PayPal or another way: there' })) }),
    refuses: ['not_found', 'payout_not_approved', 'bank_unreadable'],
  },
  /**
   * Ours: a file of bank transfers of the approved requests by bank, all or those named, which are processing from now on: in one
   * transaction, and on record. A lost file is read again by its batch. It holds bank details, so no answer of it is kept
   * anywhere: the same key again reads the same batch again.
   */
  batch: {
    method: 'POST',
    path: '/admin/payouts/batches',
    for: 'staff',
    summary: 'Export approved payouts for the bank (audited)',
    body: Body({ ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })) }),
    reply: BatchFile,
    refuses: ['nothing_to_export'],
    idempotent: true,
    rate: 'money',
  },
  /** Ours: the same file again, without what was rejected since; `nothing_to_export` when that is all of it. On record, too. */
  batchAgain: {
    method: 'GET',
    path: '/admin/payouts/batches/:id',
    for: 'staff',
    summary: 'A bank file that was made before (audited)',
    params: ById,
    reply: BatchFile,
    refuses: ['not_found', 'nothing_to_export'],
  },
})
