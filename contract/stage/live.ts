// Live streams (calls.md section 13). A stream is a work: who may watch, its price, reports and takedown are those of all works.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, Tokens, TokensIn } from '#contract/endpoint.ts'
import { Audience, Charged, chargeRefusals } from '#contract/catalogue/work.ts'
import { PerformerCard, UserCard } from '#contract/people/person.ts'
import { ProviderName } from '#contract/stage/providers.ts'
import { mostDescription, mostMinMinutes, mostTitle } from '#contract/stage/limits.ts'
import { RoomPoll } from '#contract/stage/polls.ts'
import { Recording, recordingIn } from '#contract/stage/recording.ts'
import { goalFields, MenuItem, TipGoal } from '#contract/stage/tipping.ts'

/** Who may watch: every adult member, followers, subscribers, whoever bought a ticket, or whoever pays by the minute. */
const BegunType = Type.Enum(['public', 'followers', 'subscribers', 'ticket', 'group'])
export type BegunType = Static<typeof BegunType>
/** A private show is begun by accepting a request for one (metering.ts), and is for the two alone. */
export const StreamType = Type.Enum(['public', 'followers', 'subscribers', 'ticket', 'group', 'private'])
export type StreamType = Static<typeof StreamType>

export const MeterRole = Type.Enum(['guest', 'viewer', 'spy'], {
  description: 'guest: the private show is for them; viewer: of a group show; spy: looks on in a private one',
})

/** How the reader pays by the minute in a show, while they are in. */
const Meter = Type.Object({
  role: MeterRole,
  price: Type.Number({ description: 'tokens for each started minute' }),
  minutes: Type.Integer({ description: 'charged so far' }),
  total: Type.Number({ description: 'tokens charged so far' }),
})

const GuestState = Type.Enum(['asked', 'agreed', 'declined', 'withdrawn'])

/** Why somebody does not see it: what they would have to do or to be. */
const WhyNot = Type.Enum(['visitor', 'no_adult', 'followers', 'subscribers', 'ticket', 'per_minute', 'ended'])
export type WhyNot = Static<typeof WhyNot>

export const Stream = Type.Object({
  _id: Id,
  performerId: Id,
  performer: PerformerCard,
  title: Type.String(),
  description: Type.String({ description: 'empty before the age gate' }),
  type: StreamType,
  price: Type.Number({ description: 'tokens for a ticket; 0 where none is sold' }),
  pricePerMinute: Type.Optional(
    Type.Number({
      description:
        'of a show paid for by the minute: tokens that the reader would pay for each started one; to its performer what its guest or viewers pay',
    }),
  ),
  minMinutes: Type.Optional(Type.Integer({ description: 'whoever comes in could pay as many' })),
  spyPrice: Type.Optional(
    Type.Number({ description: 'of a private show, to its performer: tokens a minute to look on; absent: nobody does' }),
  ),
  /** Of a private show, to the two and to staff: whom it is for. */
  guest: Type.Optional(UserCard),
  isGuestOnAir: Type.Optional(
    Type.Boolean({
      description:
        'the guest sends picture or sound: of a private show to the two and to staff, of any other to whoever is told of the guest',
    }),
  ),
  guestPerformer: Type.Optional(
    Type.Interface(
      [UserCard],
      {},
      { description: 'to whoever may watch, and whom they do not hide from: who is on the stage as well, by their own consent' },
    ),
  ),
  invited: Type.Optional(
    Type.Object(
      { performer: UserCard, state: GuestState },
      { description: 'to its performer: whom they named as a guest, and what they said' },
    ),
  ),
  invitation: Type.Optional(
    Type.Enum(['asked', 'agreed', 'declined', 'withdrawn'], { description: 'to a performer who was named as a guest: what they said' }),
  ),
  meter: Type.Optional(Meter),
  status: Type.Enum(['scheduled', 'live', 'ended']),
  scheduledAt: Type.Optional(Instant),
  startedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
  endedWhy: Type.Optional(
    Type.Enum(['performer', 'silent', 'staff', 'missed', 'guest', 'balance'], {
      description:
        'ended by its performer, because no picture came any more, by staff, because it never began, by whom a private show was for, or because they could pay no further',
    }),
  ),
  isOnAir: Type.Boolean({ description: 'live, and its picture is there now' }),
  viewerCount: Type.Integer({ description: 'who watches now; of one that ended, the most at once, to its performer' }),
  snapshot: Type.Optional(
    Type.String({
      description: 'of a public one on air, to whoever may watch: address of a picture of it, about a minute old; it opens for them alone',
    }),
  ),
  canWatch: Flag,
  reason: Type.Optional(WhyNot),
  hasTicket: Flag,
  sessionId: Type.Optional(Type.String({ description: 'to whoever may watch' })),
  channel: Type.Optional(Type.String({ description: 'to whoever may watch: what a media token is asked for' })),
  conversationId: Type.Optional(Type.String({ format: 'uuid', description: 'its room, to whoever may watch, once it is live' })),
  isModerator: Type.Optional(Type.Boolean({ description: 'its performer named the reader to keep order in their rooms' })),
  isReminded: Type.Optional(Type.Boolean({ description: 'the reader asked to be told when it comes' })),
  tipGoal: Type.Optional(TipGoal),
  isRecorded: Type.Optional(Type.Boolean({ description: 'announced or live: its performer has it kept as a video' })),
  recording: Type.Optional(Recording),
  totalSold: Type.Optional(Type.Integer({ description: 'to its performer: tickets that stand' })),
  duration: Type.Optional(Type.Integer({ description: 'to its performer: seconds on air' })),
})
export type Stream = Static<typeof Stream>

/** How somebody stands to a stream, beside it (calls.md section 13). */
const JoinedStream = Type.Object({
  stream: Stream,
  canWatch: Flag,
  reason: Type.Optional(WhyNot),
  price: Tokens,
  hasTicket: Flag,
  viewerCount: Type.Integer(),
  conversationId: Type.Optional(Id),
  channel: Type.Optional(Type.String()),
  menu: Type.Optional(
    Type.Array(MenuItem, { description: 'of one that is live, to whoever may watch: what its performer does for a tip' }),
  ),
  poll: Type.Optional(RoomPoll),
})
export type JoinedStream = Static<typeof JoinedStream>

const MinMinutes = Type.Integer({ minimum: 1, maximum: mostMinMinutes, description: 'whoever comes in can pay as many' })
/** What a performer takes by the minute, in their own profile. */
export const minutePrices = {
  groupPrice: Type.Optional(Type.Number({ description: 'tokens a minute for a group show; absent: none was said' })),
  privatePrice: Type.Optional(Type.Number({ description: 'tokens a minute for a private show; absent: no requests for one are taken' })),
  minMinutes: MinMinutes,
  spyPrice: Type.Optional(Type.Number({ description: 'tokens a minute to look on in a private show; absent: nobody does' })),
}
/** null takes a price back. */
export const minutePricesIn = {
  groupPrice: Type.Optional(Type.Union([TokensIn, Type.Null()])),
  privatePrice: Type.Optional(Type.Union([TokensIn, Type.Null()])),
  minMinutes: Type.Optional(MinMinutes),
  spyPrice: Type.Optional(Type.Union([TokensIn, Type.Null()])),
}

/** What a creator's next stream begins with. */
export const StreamProfile = Type.Object({
  title: Type.String(),
  description: Type.String(),
  type: BegunType,
  price: Tokens,
  ...minutePrices,
  record: Type.Boolean({ description: 'the next one is kept as a video' }),
  recordPrivacy: Type.Optional(Audience),
  recordPrice: Type.Optional(Type.Number({ description: 'tokens' })),
  /** When the key of encoders was made; absent: there is none. The key itself is told once. */
  keyMadeAt: Type.Optional(Instant),
  whipUrl: Type.String({ description: 'where an encoder publishes by WHIP, with the key as bearer token' }),
  provider: ProviderName,
  takesMinutes: Type.Boolean({
    description: 'whoever carries the next stream shows what reaches people, so that shows can be paid for by the minute',
  }),
  canRecord: Type.Boolean({ description: 'the next stream can be kept as a video' }),
  takesEncoders: Type.Boolean({ description: 'an encoder can send the next stream, by WHIP' }),
})
export type StreamProfile = Static<typeof StreamProfile>

export const MediaRole = Type.Enum(['host', 'audience', 'guest', 'facing'])
export type MediaRole = Static<typeof MediaRole>

/** What a browser or a client library needs to send or to receive. */
export const MediaGrant = Type.Object({
  provider: ProviderName,
  url: Type.String({
    description:
      'embedded: where WHIP (host, guest) or WHEP (audience, facing) is spoken, on the host that answers this call, with `token` as bearer token; livekit: the address of its server; agora: empty, its library knows where',
  }),
  token: Type.String({ description: 'ours, a LiveKit access token, or Agora’s AccessToken2; ten minutes at most' }),
  channel: Type.String({ description: 'livekit: the room; at most 42 bytes' }),
  uid: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: '32 bits; agora: by which they join, and nobody else does' }),
  appId: Type.Optional(Type.String({ description: 'agora: the App ID' })),
  /** agora: nobody else’s picture is played, for a channel of Agora’s may let more people send than the site does. */
  senderUid: Type.Optional(Type.Integer({ description: 'agora, to whoever watches: whose picture it is' })),
  iceServers: Type.Array(
    Type.Object({ urls: Type.Array(Type.String()), username: Type.Optional(Type.String()), credential: Type.Optional(Type.String()) }),
  ),
  /** kbit/s that a publisher keeps below. */
  maxBitrate: Type.Integer(),
  expiresAt: Instant,
})
export type MediaGrant = Static<typeof MediaGrant>

const participantIds = Type.Optional(
  Type.Array(Id, {
    maxItems: 1,
    uniqueItems: true,
    description:
      'a performer who is to be on the stage as well: seen once they agreed; none: nobody any more. Whoever said no is asked again only where the show has another hour, and not after a second no',
  }),
)
const Title = Type.String({ minLength: 1, maxLength: mostTitle })
const Description = Type.String({ maxLength: mostDescription })
const draftRefusals = [
  'price_required',
  'price_without_sale',
  'price_out_of_bounds',
  'prohibited_term',
  'schedule_in_past',
  'minutes_not_shown',
  'recording_unavailable',
  'unknown_participant',
  'guest_declined',
  'not_allowed',
] as const

export const live = endpoints({
  /** Goes live, or announces a stream when `scheduledAt` is sent. Of what is not sent the stream profile says it. */
  begin: {
    method: 'POST',
    path: '/streaming/live',
    for: 'creator',
    summary: 'Go live, or announce a stream',
    body: Body({
      title: Type.Optional(Title),
      description: Type.Optional(Description),
      type: Type.Optional(BegunType),
      price: Type.Optional(TokensIn),
      pricePerMinute: Type.Optional(TokensIn),
      minMinutes: Type.Optional(MinMinutes),
      scheduledAt: Type.Optional(Instant),
      participantIds,
      ...recordingIn,
      ...goalFields,
    }),
    reply: Stream,
    refuses: [...draftRefusals, 'already_live', 'too_many_scheduled', 'documents_outdated', 'live_unavailable'],
    rate: 'write',
  },
  /** Another title, text, price (for whoever buys from now on) or time; `live` begins one that was announced, `ended` ends it. */
  edit: {
    method: 'PUT',
    path: '/streaming/live/:id',
    for: 'creator',
    summary: 'Change, begin or end one of my streams',
    params: ById,
    body: Body({
      title: Type.Optional(Title),
      description: Type.Optional(Description),
      price: Type.Optional(TokensIn),
      pricePerMinute: Type.Optional(TokensIn),
      scheduledAt: Type.Optional(Instant),
      status: Type.Optional(Type.Enum(['live', 'ended'])),
      participantIds,
      ...goalFields,
    }),
    reply: Stream,
    refuses: [...draftRefusals, 'not_found', 'stream_ended', 'already_live', 'documents_outdated', 'live_unavailable'],
    rate: 'write',
  },
  /** What the next stream begins with. What is not sent stays. */
  updateProfile: {
    method: 'PUT',
    path: '/streaming/update',
    for: 'creator',
    summary: 'Change what my next stream begins with',
    body: Body({
      title: Type.Optional(Type.String({ maxLength: mostTitle })),
      description: Type.Optional(Description),
      type: Type.Optional(BegunType),
      price: Type.Optional(Type.Union([TokensIn, Type.Null()])),
      ...minutePricesIn,
      record: recordingIn.record,
      /** null: whom the show itself is for. */
      recordPrivacy: Type.Optional(Type.Union([Audience, Type.Null()])),
      recordPrice: Type.Optional(Type.Union([TokensIn, Type.Null()])),
    }),
    reply: StreamProfile,
    refuses: ['price_out_of_bounds', 'prohibited_term'],
  },
  /** Ours. */
  profile: {
    method: 'GET',
    path: '/streaming/profile',
    for: 'creator',
    summary: 'What my next stream begins with',
    reply: StreamProfile,
  },
  /** Ours: a new key for encoders; the one before stops working. It is told this once. */
  renewKey: {
    method: 'POST',
    path: '/streaming/key',
    for: 'creator',
    summary: 'Make a new key for my encoder',
    reply: Type.Object({ key: Type.String(), keyMadeAt: Instant, whipUrl: Type.String() }),
    rate: 'write',
  },
  /** Its creator's page says every half a minute that it is there. Statistics only: nothing is charged by it. */
  beat: {
    method: 'PUT',
    path: '/streaming/set-duration',
    for: 'creator',
    summary: 'Say that my stream goes on',
    body: Body({ streamId: Id, duration: Type.Integer({ minimum: 0, maximum: 7 * 86_400, description: 'seconds' }) }),
    reply: Type.Object({ duration: Type.Integer(), viewerCount: Type.Integer(), isOnAir: Flag }),
    refuses: ['not_found', 'stream_ended', 'stream_not_begun'],
  },
  /** Ours: newest first, the one on air before all. */
  own: {
    method: 'GET',
    path: '/streaming/mine',
    for: 'creator',
    summary: 'My streams',
    query: ListQuery({ status: Type.Optional(Type.Enum(['scheduled', 'live', 'ended'])) }),
    reply: Page(Stream),
  },
  /** `id` is the performer (then: what they show now, else what comes next) or the stream. Without a right it says what is missing. */
  join: {
    method: 'GET',
    path: '/streaming/join/:id',
    for: 'anyone',
    summary: 'A stream, as I stand to it',
    params: ById,
    reply: JoinedStream,
    refuses: ['not_found'],
  },
  /**
   * A media token for the owner (`host`) or whoever may watch (`audience`); asked for again before it ends. In a private show its guest may send as well
   * (`guest`), and its performer, or staff unseen, watch what the guest sends (`facing`). In any other show a performer who was named and agreed sends as
   * its `guest`, and whoever may watch sees both (`audience` and `facing`); from whom the guest
   * hides, by a block, a ban or a country, sees the performer alone.
   */
  grant: {
    method: 'POST',
    path: '/streaming/agora/token',
    for: 'member',
    summary: 'A token to send or to watch a stream',
    body: Body({ streamId: Id, channelName: Type.Optional(Type.String({ maxLength: 64 })), role: MediaRole }),
    reply: MediaGrant,
    refuses: [
      'not_found',
      'stream_locked',
      'stream_ended',
      'stream_not_begun',
      'birth_date_required',
      'documents_outdated',
      'live_unavailable',
    ],
    rate: 'write',
  },
  /** Ours: staff end a stream at once. What it was and why stands in a report's decision; this is for what cannot wait. */
  cut: {
    method: 'POST',
    path: '/streaming/live/:id/cut',
    for: 'staff',
    summary: 'Cut a stream (audited)',
    params: ById,
    reply: Stream,
    refuses: ['not_found', 'stream_ended'],
    rate: 'write',
  },
  /** Who is live, most watched first, then what was announced, soonest first. */
  search: {
    method: 'GET',
    path: '/streaming/user/search',
    for: 'anyone',
    summary: 'Streams that are live or announced',
    query: ListQuery({
      status: Type.Optional(Type.Enum(['scheduled', 'live'])),
      performerId: Type.Optional(Id),
      isFree: Type.Optional(Flag),
      followedOnly: Type.Optional(Flag),
      q: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: Page(Stream),
    refuses: ['prohibited_term'],
  },
  /** A ticket: once for each person and stream. It comes back where the show does not take place. */
  charge: {
    method: 'POST',
    path: '/wallet/charges/stream/:id',
    for: 'member',
    summary: 'Buy a ticket to a stream out of the wallet',
    params: ById,
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Charged(Stream),
    refuses: chargeRefusals,
    idempotent: true,
    rate: 'money',
  },
})
