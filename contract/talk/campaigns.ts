// What a creator says to many of their fans at once.
import Type, { type Static } from 'typebox'
import { Body, ById, Day, endpoints, Id, Instant, ListQuery, Page, Tokens, TokensIn } from '#contract/endpoint.ts'
import { MediaFile } from '#contract/media/file.ts'
import { mostLetters } from '#contract/talk/limits.ts'
import { enclosed, enclosedRefusals, Inside } from '#contract/talk/messaging.ts'

const SegmentPart = Body({
  of: Type.Enum(['followers', 'subscribers', 'expired', 'spenders', 'list'], {
    description: 'expired: subscribed once and not now; spenders: gave at least so much since a day; list: one of the creator’s own',
  }),
  listId: Type.Optional(Id),
  atLeast: Type.Optional(TokensIn),
  since: Type.Optional(Day),
})
export type SegmentPart = Static<typeof SegmentPart>

/** Whoever is in one of the included parts and in none of the excluded ones. */
export const Segment = Body({
  include: Type.Array(SegmentPart, { minItems: 1, maxItems: 10 }),
  exclude: Type.Array(SegmentPart, { maxItems: 10 }),
  timeZone: Type.Optional(
    Type.String({ format: 'time-zone', maxLength: 64, description: 'whose days they are: an IANA name; UTC where it is not said' }),
  ),
})
export type Segment = Static<typeof Segment>

const CampaignState = Type.Enum(['scheduled', 'sending', 'sent', 'cancelled', 'unsending', 'unsent'])

export const Campaign = Type.Object({
  _id: Id,
  text: Type.String(),
  segment: Segment,
  state: CampaignState,
  goesAt: Instant,
  counted: Type.Integer({ description: 'how many it is for: when it was accepted, and once it goes out, then' }),
  sent: Type.Integer({ description: 'how many have it' }),
  unsent: Type.Integer({ description: 'of how many it was taken back' }),
  opened: Type.Integer({ description: 'how many have read it, or bought what is in it' }),
  files: Type.Optional(Type.Array(MediaFile, { description: 'absent where it is words alone' })),
  inside: Type.Optional(Inside),
  price: Type.Optional(Tokens),
  previewId: Type.Optional(Id),
  bought: Type.Optional(Type.Integer({ description: 'of what has a price: how many hold it now' })),
  earned: Type.Optional(Type.Number({ description: 'tokens that they paid for it, before the site’s part' })),
  createdAt: Instant,
  sentAt: Type.Optional(Instant),
  unsentAt: Type.Optional(Instant),
})
export type Campaign = Static<typeof Campaign>

const CampaignIn = {
  text: Type.Optional(Type.String({ maxLength: mostLetters, description: 'may be missing, or empty, where there are files' })),
  segment: Segment,
  ...enclosed,
  scheduledAt: Type.Optional(Type.Union([Instant, Type.Null()], { description: 'null, and where it is not said: at once' })),
}
const accepting = [
  'text_required',
  'prohibited_term',
  'list_gone',
  'campaign_to_nobody',
  'schedule_in_past',
  'too_many_campaigns',
  'campaign_files_unreviewed',
  ...enclosedRefusals,
] as const

export const campaigns = endpoints({
  /** Newest first: by when they go out. */
  list: {
    method: 'GET',
    path: '/campaigns',
    for: 'creator',
    summary: 'My mass messages',
    query: ListQuery({ status: Type.Optional(CampaignState) }),
    reply: Page(Campaign),
  },
  one: {
    method: 'GET',
    path: '/campaigns/:id',
    for: 'creator',
    summary: 'One of my mass messages',
    params: ById,
    reply: Campaign,
    refuses: ['not_found'],
  },
  /** By the query that sends it: without those who blocked or were blocked, who are gone, hidden from, or left this creator's mass messages. */
  count: {
    method: 'POST',
    path: '/campaigns/count',
    for: 'creator',
    rate: 'read',
    whileActing: true,
    summary: 'How many a mass message would reach',
    body: Body({ segment: Segment }),
    reply: Type.Object({ count: Type.Integer({ minimum: 0 }) }),
    refuses: ['list_gone'],
  },
  /** Files are of the library, and were let out in a work of one’s own before: so it goes out in seconds. */
  create: {
    method: 'POST',
    path: '/campaigns',
    for: 'creator',
    summary: 'Send a mass message, now or later',
    body: Body(CampaignIn),
    reply: Campaign,
    refuses: accepting,
    idempotent: true,
  },
  /** Until it goes out. */
  edit: {
    method: 'PUT',
    path: '/campaigns/:id',
    for: 'creator',
    summary: 'Change a mass message that waits',
    params: ById,
    body: Body(CampaignIn),
    reply: Campaign,
    refuses: [...accepting, 'not_found', 'campaign_went_out', 'campaign_cancelled'],
  },
  cancel: {
    method: 'POST',
    path: '/campaigns/:id/cancel',
    for: 'creator',
    summary: 'Call off a mass message that waits',
    params: ById,
    reply: Campaign,
    refuses: ['not_found', 'campaign_went_out', 'campaign_cancelled'],
  },
  /** Taken back from everybody who did not pay for it; while it goes out, it stops. */
  unsend: {
    method: 'POST',
    path: '/campaigns/:id/unsend',
    for: 'creator',
    summary: 'Take a mass message back',
    params: ById,
    reply: Campaign,
    refuses: ['not_found', 'campaign_not_sent', 'campaign_unsent'],
  },
})
