// Shows paid for by the minute (calls.md section 13, private and group): asked for, begun, charged, and added up again by both sides.
// The minutes are those in which the media engine brought picture or sound to who pays; what a page says of time is never asked.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, Tokens, TokensIn } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostPrivateNote } from '#contract/stage/limits.ts'
import { MeterRole, Stream } from '#contract/stage/live.ts'

export const PrivateRequest = Type.Object({
  _id: Id,
  conversationId: Type.String({ format: 'uuid', description: 'the conversation of the two' }),
  performerId: Id,
  other: UserCard,
  note: Type.String({ description: 'what the fan says with it; may be empty' }),
  price: Type.Number({ description: 'tokens for each started minute, as it stood when they asked' }),
  minMinutes: Type.Integer({ description: 'the fan could pay as many when they asked' }),
  allowSpy: Type.Boolean({ description: 'others may look on for `spyPrice`, unseen and unheard' }),
  spyPrice: Type.Optional(Tokens),
  state: Type.Enum(['asked', 'accepted', 'declined', 'withdrawn', 'expired']),
  askedAt: Instant,
  expiresAt: Type.String({ format: 'date-time', description: 'until when it waits for an answer' }),
  streamId: Type.Optional(Type.String({ format: 'uuid', description: 'accepted: the show' })),
})
export type PrivateRequest = Static<typeof PrivateRequest>

/** One minute that was charged, in advance. */
const Tick = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  amount: Tokens,
  servedMs: Type.Integer({ description: 'milliseconds of picture or sound that had reached who pays when it was charged' }),
  at: Instant,
  transferId: Type.String({ format: 'uuid', description: 'the movement of tokens, as the wallet names it' }),
  digest: Type.String({ description: 'SHA-256 of what `tickText` says of it, in hexadecimal' }),
  signature: Type.String({ description: 'Ed25519 over the digest, in Base64' }),
  publicKey: Type.String({ description: 'what the site signed it with: 32 bytes in Base64' }),
  returnedAt: Type.Optional(Instant),
})
export type Tick = Static<typeof Tick>

export const Receipt = Type.Object({
  _id: Id,
  streamId: Id,
  role: MeterRole,
  payer: UserCard,
  performer: UserCard,
  minutePrice: Tokens,
  openedAt: Instant,
  closedAt: Type.Optional(Instant),
  closedWhy: Type.Optional(
    Type.Enum(['left', 'short', 'ended', 'shut_out', 'silent'], {
      description:
        'they left, their wallet was empty, the show was over, they lost the right, or nothing reached them for a minute and a half',
    }),
  ),
  servedMs: Type.Integer(),
  minutes: Type.Integer({ description: 'charged; those that went back as well' }),
  total: Type.Number({ description: 'tokens charged that did not go back' }),
  ticks: Type.Array(Tick),
})
export type Receipt = Static<typeof Receipt>

/** Of whoever is to pay by the minute. */
const payingRefusals = [
  'birth_date_required',
  'performers_cannot_buy',
  'cannot_pay_yourself',
  'own_account',
  'price_changed',
  'not_enough_tokens',
  'wallet_frozen',
] as const

const answering = { params: ById, idempotent: true, rate: 'money' } as const

export const metering = endpoints({
  /** Ours. Asked twice of one performer while it waits is asked once. Nothing is charged or held by it. */
  askPrivate: {
    method: 'POST',
    path: '/streaming/private-requests',
    for: 'member',
    summary: 'Ask a performer for a private show',
    body: Body({
      performerId: Id,
      note: Type.Optional(Type.String({ maxLength: mostPrivateNote })),
      expectedPrice: Type.Optional(TokensIn),
    }),
    reply: PrivateRequest,
    refuses: ['not_found', 'takes_no_private_shows', 'minutes_not_shown', 'live_unavailable', ...payingRefusals, 'prohibited_term'],
    idempotent: true,
    rate: 'money',
  },
  /** Ours: those that wait first, then newest first; a performer's are those they were asked, a fan's those they made. */
  privateRequests: {
    method: 'GET',
    path: '/streaming/private-requests',
    for: 'member',
    summary: 'Private shows that I asked for, or was asked for',
    query: ListQuery({
      state: Type.Optional(Type.Enum(['asked', 'accepted', 'declined', 'withdrawn', 'expired'])),
      conversationId: Type.Optional(Id),
    }),
    reply: Page(PrivateRequest),
  },
  /** Ours: the show begins, for these two. `endsRunning` ends what the performer shows to others, in the same instant; without it that is refused. */
  acceptPrivate: {
    ...answering,
    method: 'POST',
    path: '/streaming/private-requests/:id/accept',
    for: 'creator',
    summary: 'Accept a private show',
    body: Body({ endsRunning: Type.Optional(Flag) }),
    reply: Stream,
    refuses: [
      'not_found',
      'private_request_over',
      'already_live',
      'documents_outdated',
      'fan_cannot_pay',
      'minutes_not_shown',
      'live_unavailable',
    ],
  },
  /** Ours. Declined twice is declined once. */
  declinePrivate: {
    ...answering,
    method: 'POST',
    path: '/streaming/private-requests/:id/decline',
    for: 'creator',
    summary: 'Decline a private show',
    reply: PrivateRequest,
    refuses: ['not_found', 'private_request_over'],
  },
  /** Ours. Withdrawn twice is withdrawn once. */
  withdrawPrivate: {
    ...answering,
    method: 'POST',
    path: '/streaming/private-requests/:id/withdraw',
    for: 'member',
    summary: 'Withdraw my wish for a private show',
    reply: PrivateRequest,
    refuses: ['not_found', 'private_request_over'],
  },
  /** Ours: what a performer takes by the minute. Without `privatePrice` they take no requests now. */
  prices: {
    method: 'GET',
    path: '/streaming/prices/:id',
    for: 'anyone',
    summary: 'What a performer takes by the minute',
    params: ById,
    reply: Type.Object({
      privatePrice: Type.Optional(Tokens),
      spyPrice: Type.Optional(Type.Number({ description: 'tokens a minute that others pay to look on; absent: nobody does' })),
      minMinutes: Type.Integer({ description: 'whoever asks can pay as many' }),
    }),
    refuses: ['not_found'],
  },
  /** Ours: comes into a group show, or looks on in a private one. The first minute is charged once something is seen or heard. Who is in is in. */
  enter: {
    ...answering,
    method: 'POST',
    path: '/streaming/live/:id/enter',
    for: 'member',
    summary: 'Come into a show that is paid for by the minute',
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Stream,
    refuses: ['not_found', 'not_for_sale', 'stream_ended', 'stream_not_begun', ...payingRefusals],
  },
  /** Ours: nothing is charged any more. A private show is over when its guest leaves it. Left twice is left once. */
  leave: {
    ...answering,
    method: 'POST',
    path: '/streaming/live/:id/leave',
    for: 'member',
    summary: 'Leave a show that is paid for by the minute',
    reply: Stream,
    refuses: ['not_found'],
  },
  /** Ours: to a performer what each paid in their show, to whoever paid what they paid, oldest first. */
  receipts: {
    method: 'GET',
    path: '/streaming/live/:id/receipts',
    for: 'member',
    summary: 'The minutes of a show, one by one',
    params: ById,
    query: ListQuery({}),
    reply: Page(Receipt),
    refuses: ['not_found'],
  },
})
