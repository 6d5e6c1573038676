// The token wallet as its owner sees it (calls.md section 10). Charges are made by what sells: feeds, earnings (tips), subscriptions.
import Type, { type Static } from 'typebox'
import { endpoints, Flag, Id, Instant, Page, SortedQuery, Tokens } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'

/** A payment that has just been made, as every /wallet/charges row answers it. */
export const WalletTransaction = Type.Object({
  _id: Id,
  type: Type.String({ description: 'tip, feed, video, subscription, …' }),
  targetTitle: Type.String(),
  amount: Tokens,
  createdAt: Instant,
})
export type WalletTransaction = Static<typeof WalletTransaction>

/** One line of the wallet. `amount` is below 0 when tokens left it. */
const WalletLine = Type.Object({
  _id: Id,
  type: Type.String({ description: 'top_up, granted, tip, feed, subscription, …: that of the original when the line gives it back' }),
  targetTitle: Type.String({ description: 'as it was called when it was paid; of granted tokens why staff gave them' }),
  performer: Type.Optional(UserCard),
  feedId: Type.Optional(Type.String({ format: 'uuid', description: 'of a tip: the post that it was given for' })),
  minute: Type.Optional(
    Type.Object(
      { streamId: Id, number: Type.Integer() },
      { description: 'of a minute of a show: its receipts (GET /streaming/live/{streamId}/receipts) list it under this number' },
    ),
  ),
  work: Type.Optional(
    Type.Object(
      {
        _id: Id,
        kind: Type.String({ description: 'feed, video, gallery or product' }),
        picture: Type.Optional(Type.Object({ url: Type.String(), isBlurred: Flag })),
      },
      {
        description: 'what was paid for, as its payer may see it now: a blur once it was given back, absent where they may not know of it',
      },
    ),
  ),
  amount: Tokens,
  balanceAfter: Tokens,
  status: Type.Enum(['success', 'refunded'], { description: 'refunded: a later line gave it back' }),
  isRefund: Flag,
  createdAt: Instant,
  steps: Type.Optional(
    Type.Array(
      Type.Object({
        _id: Id,
        what: Type.Enum(['held', 'released', 'paid']),
        amount: Tokens,
        createdAt: Instant,
      }),
      {
        description:
          'of a custom request that was delivered: its movements, oldest first, which together are this line. It stands where the tokens were held, and `_id` is that of the payment',
      },
    ),
  ),
})
type WalletLine = Static<typeof WalletLine>

/** What stops a wallet from paying: staff, tokens that are owed, or a payment that is disputed at the bank. */
const freezeCauses = ['staff', 'debt', 'dispute'] as const
export type FreezeCause = (typeof freezeCauses)[number]

export const walletState = {
  balance: Tokens,
  debt: Type.Number({ description: 'tokens that are owed: the balance is that much below 0 or will take so much first' }),
  isFrozen: Flag,
  because: Type.Optional(Type.Enum([...freezeCauses], { description: 'while it is frozen' })),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'by staff: since when' })),
  reason: Type.Optional(Type.String({ description: 'by staff: in their words, for the owner' })),
}

export const wallet = endpoints({
  /** Ours: what is in it, and whether it can pay. */
  state: {
    method: 'GET',
    path: '/wallet',
    for: 'member',
    inClosedCountry: true,
    summary: 'My wallet',
    reply: Type.Object(walletState),
  },
  /** calls.md section 10: the lines of one's own wallet, newest first. */
  lines: {
    method: 'GET',
    path: '/wallet/charges/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'My wallet’s lines',
    query: SortedQuery(['createdAt'], {
      type: Type.Optional(Type.String({ pattern: '^[a-z][a-z_]{1,30}$' })),
      status: Type.Optional(Type.Enum(['success', 'refunded'])),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'finds titles that contain it' })),
    }),
    reply: Page(WalletLine),
  },
})
