// Closing one's account, and taking that back (docs/adr/0028).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant } from '#contract/endpoint.ts'

/** Why an account cannot be closed now: somebody else's money or goods hang on it, or nobody would be left. */
const closingStops = [
  'payout',
  'earnings',
  'debt',
  'disputes',
  'subscribers',
  'shipments',
  'shows',
  'requests',
  'messages',
  'orders',
  'places',
  'payment',
  'frozen',
  'other_account',
  'last_staff',
] as const
export type ClosingStop = (typeof closingStops)[number]

const Stop = Type.Object({
  what: Type.Enum(closingStops, {
    description:
      'payout: one is under way; earnings: so much that it can be paid out is there; debt: they are below zero; disputes: sales of mine that a bank has taken back and not decided about; subscribers: what is left of their paid time is more than is there; shipments: sold and not arrived; ' +
      'shows: announced or on air; requests: custom requests that are open; messages: paid and not read; orders: bought and not arrived; places: tickets, private shows and minutes; ' +
      'payment: one is under way at its gateway; frozen: the wallet is, by a dispute or by staff; other_account: a performer’s account stands behind this sign-in, and is open; last_staff: nobody else works here',
  }),
  count: Type.Integer({ minimum: 1 }),
})

/** What becomes of everything, in one's own figures. */
export const ClosingPreview = Type.Object({
  username: Type.String(),
  isPerformer: Flag,
  days: Type.Integer({ description: 'for so long it can be taken back' }),
  until: Instant,
  balance: Type.Number({ description: 'tokens that nobody can spend any more; within the days they can be asked back from the operator' }),
  subscriptions: Type.Integer({ description: 'of mine: none renews' }),
  purchases: Type.Integer({ description: 'works that I bought and could not read any more' }),
  earnings: Type.Number({ description: 'tokens earned and not paid out, less than can be paid out' }),
  subscribers: Type.Integer({ description: 'to me: each ends at once and is told' }),
  givenBack: Type.Number({ description: 'tokens that go back to subscribers for time that they paid for and do not get' }),
  worksSold: Type.Integer({ description: 'works of mine that somebody bought: they stay readable for them, without my name' }),
  works: Type.Integer({ description: 'all others of mine: they go with their files' }),
  stops: Type.Array(Stop),
  hasPassword: Flag,
  hasTwoFactor: Flag,
})
export type ClosingPreview = Static<typeof ClosingPreview>

/** Tokens as they were read. */
const Read = Type.Number({ minimum: 0, maximum: 1_000_000_000_000, multipleOf: 0.01 })
const Link = Type.String({
  minLength: 20,
  maxLength: 200,
  description: 'the secret part of a letter’s link, or `token` of account_closing',
})
const Reason = Type.String({ minLength: 1, maxLength: 1000, description: 'for the audit log' })

export const closing = endpoints({
  /** Read before it is done: figures of this moment. */
  preview: {
    method: 'GET',
    path: '/auth/users/me/closing',
    for: 'member',
    inClosedCountry: true,
    summary: 'What becomes of what is mine if I close my account',
    reply: ClosingPreview,
  },
  /**
   * Hidden from everybody at once, every session ends, nothing of mine renews and nobody subscribes any more; subscribers have unused time back. Until `until`
   * whoever signs in may take it back; then what is personal goes for good. Asks for the password where there is one, for a code where there is a second
   * factor, and for the username in one's own hand. `expectedBalance` and `expectedEarnings` are the figures that were read.
   */
  close: {
    method: 'POST',
    path: '/auth/users/me/closing',
    for: 'member',
    inClosedCountry: true,
    summary: 'Close my account',
    body: Body({
      username: Type.String({ minLength: 1, maxLength: 60, description: 'typed to be sure' }),
      currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      code: Type.Optional(Type.String({ minLength: 6, maxLength: 40, description: 'of the second factor' })),
      expectedBalance: Read,
      expectedEarnings: Read,
    }),
    reply: Type.Object({ until: Instant }),
    refuses: [
      'username_differs',
      'wrong_password',
      'sign_in_again',
      'wrong_code',
      'account_locked',
      'authenticator_lost',
      'closing_stopped',
      'closing_changed',
    ],
    rate: 'sign-in',
  },
  /** By the link of a letter, or by what a sign-in was refused with. Nobody is signed in by it. */
  takeBack: {
    method: 'POST',
    path: '/auth/closing/take-back',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Take back that an account is being closed',
    body: Body({ token: Link }),
    reply: Type.Object({ message: Type.String({ description: 'a sentence for the person' }) }),
    refuses: ['link_expired', 'account_inactive'],
    rate: 'sign-in',
  },
  /** While it is held nothing is erased; its owner may take it back all the same. For a report, a dispute, an order of a court. */
  hold: {
    method: 'POST',
    path: '/admin/people/:id/closing/hold',
    for: 'staff',
    summary: 'Keep a closing account from becoming final',
    params: ById,
    body: Body({ reason: Reason }),
    reply: Type.Object({ _id: Id, isHeld: Flag }),
    refuses: ['not_found', 'already_decided'],
  },
  letGo: {
    method: 'POST',
    path: '/admin/people/:id/closing/let-go',
    for: 'staff',
    summary: 'Let a closing account become final',
    params: ById,
    body: Body({ reason: Reason }),
    reply: Type.Object({ _id: Id, isHeld: Flag }),
    refuses: ['not_found', 'already_decided'],
  },
})
