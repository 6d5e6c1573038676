// What staff do in the first office: performers, works, settings, refunds, letters and the audit log. All of it is audited.
import Type, { type Static } from 'typebox'
import { Body, ById, days, endpoints, Flag, Id, Instant, ListQuery, Money, Page, Paging, Tokens } from '#contract/endpoint.ts'
import { Invoice } from '#contract/money/invoices.ts'
import { Transaction, TransactionStatus } from '#contract/money/payments.ts'
import { Subscription } from '#contract/money/subscriptions.ts'
import { walletState } from '#contract/money/wallet.ts'
import { mostGranted } from '#contract/office/granting.ts'
import { DocumentKind } from '#contract/people/identity.ts'
import { UserCard } from '#contract/people/person.ts'
import { StoredKind, workFields } from '#contract/catalogue/work.ts'

/** What taking something away gives back to those who paid for it. */
export const Refund = Type.Object({
  people: Type.Integer(),
  amount: Type.Number({ description: 'tokens in all' }),
})

/** A work of any kind as staff look at it: all of its files open, and all that is said of it. */
export const ReviewedWork = Type.Object({
  ...workFields,
  kind: StoredKind,
  text: Type.String({
    description:
      'every word of it: what a post says and asks, a description with the words of each photo, or with how goods are sent, what a message says',
  }),
  path: Type.Optional(Type.String({ description: 'its page; what is sent in a message has none' })),
  refund: Type.Optional(Refund),
})
export type ReviewedWork = Static<typeof ReviewedWork>

const Application = Type.Object({
  ...UserCard.properties,
  email: Type.String(),
  legalName: Type.String(),
  dateOfBirth: Type.String(),
  age: Type.Integer(),
  country: Type.String(),
  phone: Type.String(),
  gender: Type.Optional(Type.String()),
  state: Type.Enum(['pending', 'approved', 'rejected']),
  reason: Type.Optional(Type.String()),
  submittedAt: Instant,
  decidedAt: Type.Optional(Instant),
  /** They were approved before and sent a paper anew. */
  isAgain: Flag,
  documents: Type.Array(
    Type.Object({
      _id: Id,
      type: DocumentKind,
      mediaType: Type.String(),
      sentAt: Instant,
      isSeen: Type.Boolean({ description: 'by the asker' }),
    }),
  ),
})

/** Anybody with an account, as staff see them. */
const Person = Type.Object({
  ...UserCard.properties,
  email: Type.String(),
  role: Type.Enum(['user', 'performer', 'staff']),
  state: Type.Enum(['active', 'pending', 'rejected', 'closing', 'closed']),
  closesAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'of one that is closing: until when its owner can take it back' }),
  ),
  createdAt: Instant,
})

/** A payment as staff see it: what it bought is said by its facts, because its title is in its payer's language. */
const Payment = Type.Object({
  _id: Id,
  type: Type.Enum(['wallet_top_up', 'subscription']),
  status: TransactionStatus,
  title: Type.String({ description: 'as its payer reads it' }),
  performer: Type.Optional(UserCard),
  plan: Type.Optional(Type.String({ description: 'of a subscription: monthly, three_months, six_months, yearly, or gift' })),
  payer: Type.Optional(Type.String()),
  payerCard: Type.Optional(UserCard),
  paymentGateway: Type.String(),
  reference: Type.Optional(Type.String({ description: 'by which the gateway knows it' })),
  totalPrice: Money,
  currency: Type.String(),
  tokens: Tokens,
  refundedAmount: Money,
  failureReason: Type.Optional(Type.String()),
  dispute: Type.Optional(Type.Enum(['open', 'won', 'lost'])),
  disputedAt: Type.Optional(Instant),
  createdAt: Instant,
})

const Sum = Type.Object({ amount: Money, count: Type.Integer() })

const Decision = Type.Object({ _id: Id, state: Type.String() })
const Reason = Body({ reason: Type.String({ minLength: 1, maxLength: 1000 }) })

/** How many will stop with another currency; payments: how many are open, at what they were promised. */
const Stopping = Type.Optional(Type.Integer({ minimum: 0 }))

export const admin = endpoints({
  overview: {
    method: 'GET',
    path: '/admin/overview',
    for: 'staff',
    summary: 'What waits for staff',
    reply: Type.Object({
      pendingPerformers: Type.Integer(),
      pendingWorks: Type.Integer(),
      pendingPayouts: Type.Integer(),
      unansweredLetters: Type.Integer(),
      openReports: Type.Integer(),
      oldest: Type.Object(
        {
          performers: Type.Optional(Instant),
          works: Type.Optional(Instant),
          payouts: Type.Optional(Instant),
          letters: Type.Optional(Instant),
          reports: Type.Optional(Instant),
        },
        { description: 'since when the first of each has waited' },
      ),
      ledger: Type.Object(
        { issued: Tokens, held: Tokens, spent: Tokens, reversed: Tokens },
        { description: 'all tokens there ever were: issued is the sum of the others, else the books are not level' },
      ),
      members: Type.Integer(),
      performers: Type.Integer(),
      reviewDefault: Type.Enum(['before', 'after']),
      isDemo: Flag,
    }),
  },
  performers: {
    method: 'GET',
    path: '/admin/performers',
    for: 'staff',
    summary: 'Applications of performers',
    query: ListQuery({
      state: Type.Optional(Type.Enum(['pending', 'approved', 'rejected'])),
      q: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: Page(Application),
  },
  /** By somebody who has opened each paper that stands. Also for a performer who sent a paper anew: until then their works are looked at before they show, and nothing is paid out. */
  approvePerformer: {
    method: 'POST',
    path: '/admin/performers/:id/approve',
    for: 'staff',
    summary: 'Approve a performer',
    params: ById,
    body: Body({}),
    reply: Decision,
    refuses: ['not_found', 'already_decided', 'papers_unseen', 'papers_missing', 'applicant_closing'],
  },
  rejectPerformer: {
    method: 'POST',
    path: '/admin/performers/:id/reject',
    for: 'staff',
    summary: 'Reject a performer, with the reason they will read',
    params: ById,
    body: Reason,
    reply: Decision,
    refuses: ['not_found', 'already_decided'],
  },
  /** The sealed picture of an identity document. Each view is written to the audit log before the first byte is sent. */
  document: {
    method: 'GET',
    path: '/admin/documents/:id',
    for: 'staff',
    summary: 'View an identity document (audited)',
    params: ById,
    reply: Type.Object({ mediaType: Type.String(), dataUrl: Type.String() }),
    refuses: ['not_found'],
  },
  /**
   * waiting: longest first; with the review default `after` also what is shown and nobody has looked at yet.
   * front: what is up, offered for the front of the house and not found fit for everyone, longest first.
   * active: what is up (scheduled and run out too), last published first, to find one and take it down. rejected: what was refused or taken down,
   * last decided first. Unlike elsewhere `rejectionReason` is told to staff too.
   */
  works: {
    method: 'GET',
    path: '/admin/works',
    for: 'staff',
    summary: 'Works by where their review stands',
    query: ListQuery({
      status: Type.Optional(Type.Enum(['waiting', 'front', 'active', 'rejected'], { description: 'waiting when it is left out' })),
    }),
    reply: Page(ReviewedWork),
  },
  approveWork: {
    method: 'POST',
    path: '/admin/works/:id/approve',
    for: 'staff',
    summary: 'Let a work be shown',
    params: ById,
    body: Body({}),
    reply: Decision,
    refuses: ['not_found', 'already_decided', 'file_not_ready'],
  },
  /** Also takes down a work that was shown already; then even its buyers cannot see it, and get back what they paid. */
  rejectWork: {
    method: 'POST',
    path: '/admin/works/:id/reject',
    for: 'staff',
    summary: 'Refuse or take down a work, with the reason',
    params: ById,
    body: Reason,
    reply: Type.Object({ ...Decision.properties, refund: Type.Optional(Refund) }),
    refuses: ['not_found', 'already_decided'],
    idempotent: true,
  },
  /**
   * Ours: the mark of the review "fit for everyone". With its creator's offer it opens a free work to visitors, before any gate (calls.md,
   * decisions: Free). `updatedAt` is that of what was looked at; another text or file takes the mark away by itself.
   */
  markFitForAll: {
    method: 'POST',
    path: '/admin/works/:id/fit-for-all',
    for: 'staff',
    summary: 'Find a work fit for everyone (audited)',
    params: ById,
    body: Body({ updatedAt: Instant }),
    reply: Type.Object({ _id: Id, isFitForAll: Flag }),
    refuses: ['not_found', 'not_offered', 'work_changed', 'file_not_ready'],
  },
  /** Idempotent: closed to visitors at once. */
  unmarkFitForAll: {
    method: 'DELETE',
    path: '/admin/works/:id/fit-for-all',
    for: 'staff',
    summary: 'Take the mark back (audited)',
    params: ById,
    reply: Type.Object({ _id: Id, isFitForAll: Flag }),
    refuses: ['not_found'],
  },
  settings: {
    method: 'GET',
    path: '/admin/settings',
    for: 'staff',
    summary: 'Every setting with its value, default and form',
    reply: Type.Array(
      Type.Object({
        key: Type.String(),
        group: Type.Enum(['site', 'access', 'people', 'money', 'content', 'live']),
        kind: Type.String(),
        value: Type.Unknown(),
        fallback: Type.Unknown(),
        minimum: Type.Optional(Type.Number()),
        maximum: Type.Optional(Type.Number()),
        options: Type.Optional(Type.Array(Type.String())),
        changedAt: Type.Optional(Instant),
      }),
    ),
  },
  saveSettings: {
    method: 'PUT',
    path: '/admin/settings',
    for: 'staff',
    summary: 'Change settings',
    body: Body({
      values: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 100 }),
      confirmed: Type.Optional(
        Type.Object(
          {
            tokens: Type.Number({ minimum: 0 }),
            payouts: Type.Integer({ minimum: 0 }),
            payments: Stopping,
            subscriptions: Stopping,
            refills: Stopping,
            performers: Stopping,
            tiers: Stopping,
            packs: Stopping,
            coupons: Stopping,
          },
          {
            additionalProperties: false,
            description:
              'the figures of tokens_out: with them the rate and the currency change all the same. With another currency also how much will stop, being agreed in the old one; and every sum of the site’s own (prices’ bounds, smallest payout, its fee) is among the values, or refused as `again`',
          },
        ),
      ),
    }),
    // Two thousand prohibited terms are one setting.
    maxBodyBytes: 512 * 1024,
    reply: Type.Object({ changed: Type.Array(Type.String()) }),
    refuses: ['invalid', 'tokens_out'],
  },
  /** Whole, to the wallet; the earning is reversed and the item locks, or the subscription's time ends, at once (calls.md, decisions). */
  refund: {
    method: 'POST',
    path: '/admin/transfers/:id/refund',
    for: 'staff',
    summary: 'Refund an unlock, a tip, or what a wallet paid for a subscription',
    params: ById,
    body: Reason,
    reply: Type.Object({ _id: Id, amount: Tokens }),
    refuses: ['not_found', 'already_decided'],
    idempotent: true,
    rate: 'money',
  },
  /** Ours: everybody who has an account, the newest first. q: of a name, a username or an address. */
  people: {
    method: 'GET',
    path: '/admin/people',
    for: 'staff',
    summary: 'People',
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100 })),
      frozen: Type.Optional(Type.Enum(['true'], { description: 'only whose wallet is frozen' })),
      status: Type.Optional(Type.Enum(['closing', 'closed'], { description: 'only those who close their account, or are gone' })),
    }),
    reply: Page(Type.Object({ ...Person.properties, isFrozen: Flag })),
  },
  /** Ours: one person whole. Of what there may be much, the newest ten; where they are signed in, all. */
  person: {
    method: 'GET',
    path: '/admin/people/:id',
    for: 'staff',
    summary: 'A person',
    params: ById,
    reply: Type.Object({
      ...Person.properties,
      country: Type.Optional(Type.String()),
      emailVerified: Flag,
      other: Type.Optional(
        Type.Object(
          { _id: Id, name: Type.String(), username: Type.String(), role: Type.String(), state: Type.String() },
          { description: 'the other account behind the same sign-in' },
        ),
      ),
      closing: Type.Optional(
        Type.Object({
          askedAt: Instant,
          until: Type.String({ format: 'date-time', description: 'from here on what is personal goes, unless it is held' }),
          erasedAt: Type.Optional(Instant),
          held: Type.Optional(Type.Object({ by: Type.String(), reason: Type.String() })),
        }),
      ),
      referrer: Type.Optional(
        Type.Object({ performer: UserCard, code: Type.String() }, { description: 'the creator by whose link they registered' }),
      ),
      subscriptions: Type.Array(Type.Interface([Subscription], { performer: Type.Optional(UserCard) })),
      orders: Type.Array(
        Type.Object({
          _id: Id,
          number: Type.Integer(),
          title: Type.String(),
          seller: UserCard,
          totalPrice: Tokens,
          deliveryStatus: Type.String(),
          createdAt: Instant,
        }),
      ),
      sessions: Type.Array(
        Type.Object({
          _id: Id,
          userAgent: Type.String(),
          ip: Type.Optional(Type.String()),
          createdAt: Instant,
          seenAt: Instant,
          byStaff: Type.Boolean({ description: 'somebody of the office acts in their name' }),
        }),
      ),
      hasTwoFactor: Flag,
      copies: Type.Array(Type.Object({ _id: Id, askedAt: Instant, odds: Type.Integer() }), {
        description: 'look-ups of found pictures that named them',
      }),
    }),
    refuses: ['not_found'],
  },
  /** Ours: signed out everywhere; whoever knows the password signs in again. */
  endSessions: {
    method: 'POST',
    path: '/admin/people/:id/sessions/end',
    for: 'staff',
    summary: 'End somebody’s sessions (audited)',
    params: ById,
    body: Reason,
    reply: Type.Object({ ended: Type.Integer() }),
    refuses: ['not_found', 'not_allowed'],
    rate: 'write',
  },
  /** Ours: for somebody who lost their app and every recovery code; a letter tells them. With the password alone they sign in again. */
  resetTwoFactor: {
    method: 'POST',
    path: '/admin/people/:id/two-factor/reset',
    for: 'staff',
    summary: 'Take somebody’s second factor off (audited)',
    params: ById,
    body: Reason,
    reply: Type.Object({ isOn: Flag }),
    refuses: ['not_found', 'not_allowed', 'two_factor_is_off'],
    rate: 'write',
  },
  /** Ours: whether somebody's wallet can pay; if not, what stops it, and of staff's word since when, why and whose. */
  wallet: {
    method: 'GET',
    path: '/admin/people/:id/wallet',
    for: 'staff',
    summary: 'Somebody’s wallet',
    params: ById,
    reply: Type.Object({ person: Person, ...walletState, by: Type.Optional(UserCard) }),
    refuses: ['not_found'],
  },
  /** The reason goes to its owner. It takes deposits and refunds and pays nothing, until staff let it go: no won dispute and no top-up does. */
  freezeWallet: {
    method: 'POST',
    path: '/admin/people/:id/wallet/freeze',
    for: 'staff',
    summary: 'Freeze somebody’s wallet (audited)',
    params: ById,
    body: Reason,
    reply: Type.Object({ _id: Id, isFrozen: Flag }),
    refuses: ['not_found', 'already_decided'],
    rate: 'money',
    // It keeps money where it is.
    evenUncounted: true,
  },
  /** The reason goes to its owner. Whoever froze it, also a dispute that was lost. Not while a debt stands: that is paid first. */
  unfreezeWallet: {
    method: 'POST',
    path: '/admin/people/:id/wallet/unfreeze',
    for: 'staff',
    summary: 'Let a frozen wallet pay again (audited)',
    params: ById,
    body: Reason,
    reply: Type.Object({ _id: Id, isFrozen: Flag }),
    refuses: ['not_found', 'already_decided', 'wallet_in_debt'],
    rate: 'money',
  },
  /**
   * calls.md section 0: tokens by hand, out of the site's own account: no payment, and no money with them. The reason goes to their owner.
   * A frozen wallet takes them too; they shrink its debt first.
   */
  grantTokens: {
    method: 'POST',
    path: '/admin/people/:id/wallet/grant',
    for: 'staff',
    summary: 'Give somebody tokens (audited)',
    params: ById,
    body: Body({ ...Reason.properties, amount: Type.Number({ minimum: 0.01, maximum: mostGranted, multipleOf: 0.01 }) }),
    reply: Type.Object({ _id: Id, amount: Tokens, balance: Tokens }),
    refuses: ['not_found', 'not_allowed'],
    idempotent: true,
    rate: 'money',
  },
  transfers: {
    method: 'GET',
    path: '/admin/transfers',
    for: 'staff',
    summary: 'Recent transfers, to find one to refund',
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100, description: 'name, username or e-mail of payer or payee' })),
      of: Type.Optional(Type.String({ format: 'uuid', description: 'only what this person paid or was paid' })),
    }),
    reply: Page(
      Type.Object({
        _id: Id,
        kind: Type.String(),
        title: Type.String(),
        payer: Type.Optional(Type.String()),
        payee: Type.Optional(Type.String()),
        payerCard: Type.Optional(UserCard),
        payeeCard: Type.Optional(UserCard),
        amount: Tokens,
        commission: Tokens,
        createdAt: Instant,
        reversed: Flag,
        isReversal: Flag,
        canRefund: Flag,
      }),
    ),
  },
  /** Everybody's payments through a gateway, newest first; a dispute stays with its payment after it was decided. */
  payments: {
    method: 'GET',
    path: '/admin/payments',
    for: 'staff',
    summary: 'Payments through gateways',
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100, description: 'username of the payer' })),
      of: Type.Optional(Type.String({ format: 'uuid', description: 'only what this person paid' })),
      status: Type.Optional(TransactionStatus),
      gateway: Type.Optional(Type.String({ pattern: '^[a-z]{2,20}$' })),
    }),
    reply: Page(Payment),
  },
  /** Ours: what came in and went back in these days, and what waits and is disputed now; of payments in the site's currency. */
  paymentSums: {
    method: 'GET',
    path: '/admin/payments/sums',
    for: 'staff',
    summary: 'Four sums of the payments',
    query: Type.Object(days),
    reply: Type.Object({ collected: Sum, back: Sum, waiting: Sum, disputed: Sum }),
    refuses: ['invalid'],
  },
  /** Ours: one payment with every status it had, the card that was asked, its papers, and how much of its tokens was taken back. */
  payment: {
    method: 'GET',
    path: '/admin/payments/:id',
    for: 'staff',
    summary: 'One payment',
    params: ById,
    reply: Type.Object({
      ...Payment.properties,
      history: Transaction.properties.history,
      card: Transaction.properties.card,
      tier: Type.Optional(Type.String()),
      takenTokens: Tokens,
      papers: Type.Array(Invoice),
    }),
    refuses: ['not_found'],
  },
  /** What visitors wrote with `contact.send` (calls.md section 7): unanswered first, each half newest first. */
  inbox: {
    method: 'GET',
    path: '/admin/inbox',
    for: 'staff',
    summary: 'Letters of visitors',
    query: Paging,
    reply: Page(
      Type.Object({
        _id: Id,
        name: Type.String(),
        email: Type.String(),
        message: Type.String(),
        createdAt: Instant,
        answeredAt: Type.Optional(Instant),
      }),
    ),
  },
  /** Answering happens by mail; this keeps that it happened. Answered already is `not_found`, so a second press changes nothing. */
  answered: {
    method: 'POST',
    path: '/admin/inbox/:id/answered',
    for: 'staff',
    summary: 'Mark a visitor’s letter as answered',
    params: ById,
    body: Body({}),
    reply: Type.Object({ _id: Id, answeredAt: Instant }),
    refuses: ['not_found'],
  },
  letters: {
    method: 'GET',
    path: '/admin/letters',
    for: 'staff',
    summary: 'Letters that the site wrote; without a mail server they are read here',
    query: ListQuery({ recipient: Type.Optional(Type.String({ maxLength: 254 })) }),
    reply: Type.Object({
      isDelivered: Flag,
      total: Type.Integer({ minimum: 0 }),
      data: Type.Array(
        Type.Object({
          _id: Id,
          recipient: Type.String(),
          subject: Type.String(),
          text: Type.String(),
          state: Type.String(),
          createdAt: Instant,
        }),
      ),
    }),
  },
  audit: {
    method: 'GET',
    path: '/admin/audit',
    for: 'staff',
    summary: 'Who did what',
    query: ListQuery({
      action: Type.Optional(Type.String({ maxLength: 100, description: 'its beginning' })),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'a subject’s id' })),
    }),
    reply: Page(
      Type.Object({
        _id: Id,
        actor: Type.Optional(Type.String()),
        action: Type.String(),
        subject: Type.String(),
        detail: Type.Record(Type.String(), Type.Unknown()),
        createdAt: Instant,
      }),
    ),
  },
})
