// Oneself, gathered from everywhere (calls.md sections 1 and 11).
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Id, Instant, Money, MoneyIn, PricesIn, Tokens } from '#contract/endpoint.ts'
import { Video } from '#contract/catalogue/videos.ts'
import { WorkKind } from '#contract/catalogue/work.ts'
import { DocumentKind } from '#contract/people/identity.ts'
import { MaskedBank } from '#contract/money/destinations.ts'
import { BodyInfo, Country, Gender, Socials } from '#contract/people/person.ts'
import { minutePrices, minutePricesIn } from '#contract/stage/live.ts'

export const CurrentUser = Type.Object({
  _id: Id,
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  avatar: Type.Optional(Type.String()),
  cover: Type.Optional(Type.String()),
  balance: Tokens,
  roles: Type.Array(Type.String()),
  isPerformer: Flag,
  performerId: Type.Optional(Id),
  emailVerified: Flag,
  ageVerified: Type.Boolean({ description: 'an adult’s birth date is on file, and where ages are checked by a provider theirs was' }),
  mustAssureAge: Type.Boolean({ description: 'they call from where ages are checked by a provider, and theirs was not, or too long ago' }),
  kycStatus: Type.Enum(['none', 'pending', 'approved', 'rejected']),
  unread: Type.Object({ messages: Type.Integer(), notifications: Type.Integer() }),
  gender: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  bio: Type.String(),
  dateOfBirth: Type.Optional(Type.String()),
  notificationPrefs: Type.Object({ email: Flag }),
  hidesPresence: Flag,
  createdAt: Instant,
  impersonatedBy: Type.Optional(Id),
})
export type CurrentUser = Static<typeof CurrentUser>

const PicturesName = Type.Enum(['one', 'four'], {
  description: 'how often whoever paid for my pictures reads their own name in them: once in a corner, or four times over the picture',
})
const CommentAudience = Type.Enum(['all', 'followers', 'subscribers', 'nobody'], {
  description: 'who may comment on what they may see; the creator and staff always may',
})

export const OwnProfile = Type.Object({
  _id: Id,
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  avatar: Type.Optional(Type.String()),
  cover: Type.Optional(Type.String()),
  tagline: Type.String(),
  bio: Type.String(),
  gender: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  dateOfBirth: Type.Optional(Type.String()),
  languages: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  bodyInfo: BodyInfo,
  socials: Socials,
  monthlyPrice: Money,
  threeMonthPrice: Type.Optional(Money),
  sixMonthPrice: Type.Optional(Money),
  yearlyPrice: Type.Optional(Money),
  needsPrice: Type.Optional(
    Type.Boolean({ description: 'no price was said yet: nobody can subscribe, and `monthlyPrice` is a suggestion to confirm or change' }),
  ),
  pricesIn: PricesIn,
  isFreeSubscription: Flag,
  messagePrice: Tokens,
  takesRequests: Type.Boolean({ description: 'fans may ask for something of their own' }),
  requestMinimum: Type.Number({ description: 'tokens: nobody asks or quotes below it; 0 where there is none' }),
  ...minutePrices,
  welcomeMessage: Type.String(),
  welcomeVideo: Type.Optional(Video),
  showsInRankings: Flag,
  commentAudience: CommentAudience,
  picturesName: PicturesName,
  commission: Type.Number({ description: 'percent' }),
  blockedCountries: Type.Array(Type.String()),
  documents: Type.Array(
    Type.Object({
      type: DocumentKind,
      sentAt: Instant,
      status: Type.Enum(['pending', 'approved', 'rejected'], { description: 'as staff decided about them last, all together' }),
    }),
  ),
  banking: Type.Optional(MaskedBank),
  kycStatus: Type.String(),
  totals: Type.Object({ feeds: Type.Integer(), followers: Type.Integer(), subscribers: Type.Integer() }),
})
export type OwnProfile = Static<typeof OwnProfile>

/** What waits for a performer to do something. What is nought is nought, so that a badge needs no second question. */
export const Waiting = Type.Object({
  orders: Type.Object(
    { count: Type.Integer(), oldestAt: Type.Optional(Instant) },
    { description: 'paid, and not sent yet; `oldestAt` is when the first of them was paid' },
  ),
  messages: Type.Object({ count: Type.Integer() }, { description: 'conversations whose newest line is the fan’s, counted to a hundred' }),
  requests: Type.Object(
    { count: Type.Integer(), isTaking: Type.Boolean({ description: 'fans may ask for something of their own' }) },
    { description: 'asked and not quoted yet, or accepted and not delivered yet' },
  ),
  tags: Type.Object(
    { count: Type.Integer(), latest: Type.Optional(Type.Object({ title: Type.String(), creator: Type.String() })) },
    { description: 'works of others that name me, unanswered' },
  ),
  refused: Type.Array(Type.Object({ kind: WorkKind, count: Type.Integer() }), {
    description: 'works that review sent back or took down, by kind, most first',
  }),
  inReview: Type.Array(Type.Object({ kind: WorkKind, count: Type.Integer() }), { description: 'works that review has not seen yet' }),
  next: Type.Optional(
    Type.Object(
      { workId: Id, kind: WorkKind, title: Type.String(), at: Instant },
      { description: 'the next work of mine that goes public by itself, within a day' },
    ),
  ),
})
export type Waiting = Static<typeof Waiting>

/** How far somebody has come on their way to perform, in the order of the steps. */
export const Becoming = Type.Object({
  state: Type.Enum(['none', 'pending', 'approved', 'rejected'], { description: 'as staff decided last; none: nothing was sent' }),
  account: Type.Optional(
    Type.Object({ _id: Id, name: Type.String(), username: Type.String(), isOpen: Type.Boolean({ description: 'it may be switched to' }) }),
  ),
  reason: Type.Optional(Type.String({ description: 'what staff said when they refused it' })),
  submittedAt: Type.Optional(Instant),
  decidedAt: Type.Optional(Instant),
  documents: Type.Array(Type.Object({ type: DocumentKind, sentAt: Instant })),
  /** What was sent, to be mended: never the documents. */
  sent: Type.Optional(
    Type.Object({ legalName: Type.String(), phone: Type.String(), country: Type.String(), gender: Type.Optional(Type.String()) }),
  ),
  hasAgreed: Flag,
  hasPayout: Type.Boolean({ description: 'it is known where payouts go' }),
  hasPost: Type.Boolean({ description: 'something of theirs is out' }),
})
export type Becoming = Static<typeof Becoming>

export const me = endpoints({
  /** Any role. 401 when the token is not good (any more). */
  user: { method: 'GET', path: '/users/me', for: 'member', inClosedCountry: true, summary: 'Who I am', reply: CurrentUser },
  performer: {
    method: 'GET',
    path: '/performers/me',
    for: 'creator',
    inClosedCountry: true,
    summary: 'My profile as a performer',
    reply: OwnProfile,
  },
  waiting: {
    method: 'GET',
    path: '/performers/me/waiting',
    for: 'creator',
    summary: 'What waits for me in the studio',
    reply: Waiting,
  },
  /** Prices stay within the site's bounds, a longer time costs no less than a shorter one, and a subscription is never free. Birth date and legal name are locked after approval. */
  updatePerformer: {
    method: 'PUT',
    path: '/performers/me',
    for: 'creator',
    summary: 'Edit my profile',
    body: Body({
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      tagline: Type.Optional(Type.String({ maxLength: 120 })),
      bio: Type.Optional(Type.String({ maxLength: 1000 })),
      gender: Type.Optional(Gender),
      country: Type.Optional(Country),
      languages: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 10, uniqueItems: true })),
      tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
      bodyInfo: Type.Optional(BodyInfo),
      socials: Type.Optional(Socials),
      monthlyPrice: Type.Optional(MoneyIn),
      /** Bundles: for the whole of their months, within the bounds times so many months. null takes one away. */
      threeMonthPrice: Type.Optional(Type.Union([MoneyIn, Type.Null()])),
      sixMonthPrice: Type.Optional(Type.Union([MoneyIn, Type.Null()])),
      yearlyPrice: Type.Optional(MoneyIn),
      isFreeSubscription: Type.Optional(Flag),
      messagePrice: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000, multipleOf: 0.01 })),
      takesRequests: Type.Optional(Flag),
      requestMinimum: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000_000, multipleOf: 0.01 })),
      ...minutePricesIn,
      welcomeMessage: Type.Optional(Type.String({ maxLength: 500 })),
      showsInRankings: Type.Optional(Flag),
      commentAudience: Type.Optional(CommentAudience),
      picturesName: Type.Optional(PicturesName),
      dateOfBirth: Type.Optional(Type.String({ format: 'date' })),
    }),
    reply: OwnProfile,
    refuses: ['price_out_of_bounds', 'longer_costs_less', 'locked_after_approval', 'prohibited_term', 'invalid'],
  },
})

/** Apart from `me`, which comes with every first page. Named with the application, whose steps they are. */
export const becoming = endpoints({
  /** Of the performer's account behind this sign-in, or of this one where it is a performer's. */
  becoming: {
    method: 'GET',
    path: '/users/me/creator',
    for: 'member',
    inClosedCountry: true,
    summary: 'How far I am on my way to perform',
    reply: Becoming,
  },
})
