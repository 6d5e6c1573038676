// Finding performers, and a performer's page (calls.md sections 4 and 11).
import { byTotal, type Total } from '#contract/catalogue/kind-names.ts'
import Type, { type Static } from 'typebox'
import { ById, endpoints, Flag, Id, Instant, ListQuery, Money, Page, Paging, Tokens } from '#contract/endpoint.ts'
import { Tint } from '#contract/media/file.ts'
import { fanOrder, SpentTokens } from '#contract/talk/fans.ts'
import { BodyInfo, Country, Gender, PerformerListing, Socials, UserCard } from '#contract/people/person.ts'

export const PerformerProfile = Type.Interface([PerformerListing], {
  tagline: Type.String(),
  tint: Type.Optional(Tint),
  gender: Type.Optional(Type.String()),
  languages: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  bodyInfo: BodyInfo,
  socials: Socials,
  threeMonthPrice: Type.Optional(Money),
  sixMonthPrice: Type.Optional(Money),
  yearlyPrice: Type.Optional(Money),
  freeTrialDays: Type.Optional(Type.Integer({ description: 'present when this viewer may start a free trial' })),
  isBlocked: Type.Boolean({ description: 'blocked by the viewer; someone who blocked the viewer is not found' }),
  isBookmarked: Flag,
  stats: Type.Object({
    ...byTotal<{ [K in Total]: Type.TInteger }>(() => Type.Integer()),
    totalPhotos: Type.Integer(),
    totalLikes: Type.Integer(),
    totalFollowers: Type.Integer(),
    totalSubscribers: Type.Integer(),
  }),
  automatic: Type.Optional(
    Type.Integer({ description: 'where the site says so: percent of their messages of the last 30 days that were sent by a rule' }),
  ),
  requests: Type.Optional(
    Type.Object({ minimum: Tokens }, { description: 'fans may ask for something of their own, from so many tokens on; 0: for any price' }),
  ),
  nextShow: Type.Optional(
    Type.Object(
      { _id: Id, title: Type.String(), scheduledAt: Instant },
      { description: 'what they announced, soonest first; while nothing is on air' },
    ),
  ),
  welcomeVideoId: Type.Optional(Id),
  joinedAt: Instant,
})
export type PerformerProfile = Static<typeof PerformerProfile>

/** A fan as a performer knows them. */
const Fan = Type.Interface([UserCard], { isFollower: Flag, isSubscribed: Flag })
const FanRow = Type.Interface([Fan], { spentTokens: SpentTokens })

/** With what there is between the two. What was tipped without a name is not told here either. */
export const FanProfile = Type.Interface([Fan], {
  joinedAt: Instant,
  isBlocked: Flag,
  followsSince: Type.Optional(Instant),
  subscribedSince: Type.Optional(Type.String({ format: 'date-time', description: 'of the subscription that runs' })),
  expiredAt: Type.Optional(Type.String({ format: 'date-time', description: 'of the last subscription, where none runs' })),
  spent: Type.Object(
    { total: Tokens, purchases: Type.Integer(), firstAt: Type.Optional(Instant), lastAt: Type.Optional(Instant) },
    { description: 'what was not given back' },
  ),
  note: Type.String({ description: 'the asker’s own; empty: none' }),
  listIds: Type.Array(Id, { description: 'the asker’s own lists that this fan is on' }),
})
export type FanProfile = Static<typeof FanProfile>

/** A value of specification.md section 3's option lists (GET /user-additional); several, parted by commas, mean any of them. */
const option = Type.Optional(Type.String({ maxLength: 300 }))

export const directory = endpoints({
  /** By username or id. Not found when blocked, by a person or by the visitor's country, or not approved. */
  performer: {
    method: 'GET',
    path: '/performers/:id',
    for: 'anyone',
    summary: 'A performer’s public profile',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 60, description: 'username or id' }) }),
    reply: PerformerProfile,
    refuses: ['not_found'],
  },
  /** Active and approved, with blocks applied. A prohibited term in `q` or `tags` is refused. */
  search: {
    method: 'GET',
    path: '/performers/user/search',
    for: 'anyone',
    summary: 'Browse performers',
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100 })),
      gender: Type.Optional(Gender),
      country: Type.Optional(Country),
      isFreeSubscription: Type.Optional(Flag),
      isOnline: Type.Optional(Flag),
      isLive: Type.Optional(Flag),
      height: option,
      weight: option,
      age: option,
      body: option,
      ethnicity: option,
      size: option,
      hair: option,
      eye: option,
      orientation: option,
      language: Type.Optional(Type.String({ maxLength: 20 })),
      tags: Type.Optional(Type.String({ maxLength: 300, description: 'one, or several parted by commas: any of them' })),
      sortBy: Type.Optional(Type.Enum(['latest', 'popular', 'subscriber', 'price'])),
      sort: Type.Optional(Type.Enum(['asc', 'desc'])),
    }),
    reply: Page(PerformerListing),
    refuses: ['prohibited_term'],
  },
  /** A handful to discover: without oneself, those one follows, and those hidden by a block. Another handful at each call. */
  random: {
    method: 'GET',
    path: '/performers/search/random',
    for: 'anyone',
    summary: 'Performers to discover',
    query: Type.Object({ limit: Type.Integer({ minimum: 5, maximum: 12, default: 5 }) }),
    reply: Type.Array(PerformerListing),
  },
  /** The last 30 days, by subscribers, likes and sales together; made anew every 10 minutes. Who opted out is not in it. */
  top: {
    method: 'GET',
    path: '/performers/top',
    for: 'anyone',
    summary: 'Top performers',
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }) }),
    reply: Type.Array(Type.Interface([PerformerListing], { rank: Type.Integer() })),
  },
  /** Those whom a performer may write to: followers and subscribers, by name. Never the whole table of users. */
  fans: {
    method: 'GET',
    path: '/users/search',
    for: 'creator',
    summary: 'Find among my fans',
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100, description: 'a part of their name or username' })),
      list: Type.Optional(Type.Enum(['followers', 'subscribers'], { description: 'both where it is not said' })),
      ...fanOrder,
    }),
    reply: Page(FanRow),
  },
  /** One of them, or somebody who wrote to this performer or bought of them. Anybody else is not found. */
  fan: {
    method: 'GET',
    path: '/users/view/:id',
    for: 'creator',
    inClosedCountry: true,
    summary: 'A fan of mine',
    params: ById,
    reply: FanProfile,
    refuses: ['not_found'],
  },
  /** A performer's followers, newest first. It lives here because it looks across follows and subscriptions. */
  followers: {
    method: 'GET',
    path: '/follows/followers',
    for: 'creator',
    summary: 'My followers',
    query: Paging,
    reply: Page(Type.Object({ user: UserCard, since: Instant, isSubscribed: Flag })),
  },
})
