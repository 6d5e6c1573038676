// A show that its performer wants kept (calls.md section 13): it becomes a video of theirs, reviewed like any.
import Type, { type Static } from 'typebox'
import { Audience } from '#contract/catalogue/work.ts'
import { Body, ById, endpoints, Id, Instant, Page, Paging, TokensIn } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'

/** Of a show as it is begun, and of what the next one begins with. Private shows are never recorded. */
export const recordingIn = {
  record: Type.Optional(Type.Boolean({ description: 'the show becomes a video when it is over' })),
  recordPrivacy: Type.Optional(Audience),
  recordPrice: Type.Optional(TokensIn),
}

/** To its performer. */
export const Recording = Type.Object({
  state: Type.Enum(['asked', 'preparing', 'made', 'short', 'withheld', 'failed'], {
    description:
      'asked: taped while the show goes on; preparing: it is over; made: the video is there; short: less came than a video takes; withheld: staff ended the show or took it down; failed: there is no video, and `reason` says why',
  }),
  reason: Type.Optional(
    Type.Enum(['nothing_taped', 'unreadable', 'refused', 'cut'], {
      description:
        'of one that failed: no picture came; no film could be made of what came; or its words or its price may not stand any more, so the film is in the library. Of one that is withheld: cut',
    }),
  ),
  privacy: Audience,
  price: Type.Number({ description: 'tokens for the video; 0 where it is not sold' }),
  videoId: Type.Optional(Id),
})
export type Recording = Static<typeof Recording>

/** The film of a show that staff cut, or took down before its video was made. It is sealed and shown to nobody else. */
const WithheldRecording = Type.Object({
  _id: Type.String({ format: 'uuid', description: 'of the show' }),
  title: Type.String(),
  performer: Type.Optional(UserCard),
  endedAt: Type.Optional(Instant),
  withheldAt: Type.String({ format: 'date-time', description: 'since when it is sealed' }),
  keptUntil: Type.String({ format: 'date-time', description: 'then it is removed: 180 days after it was sealed (COMPLIANCE.md 15)' }),
})

export const recordings = endpoints({
  /** Ours. Those that are kept now, the last sealed first. */
  withheldRecordings: {
    method: 'GET',
    path: '/admin/recordings',
    for: 'staff',
    summary: 'Films of shows that staff cut',
    query: Paging,
    reply: Page(WithheldRecording),
  },
  /** Ours. The reason goes into the audit log, before a byte is read. The address is good for four hours, for whoever asked, and while the film is kept. */
  openWithheldRecording: {
    method: 'POST',
    path: '/admin/recordings/:id/open',
    for: 'staff',
    summary: 'Look at the film of a show that staff cut (audited)',
    params: ById,
    body: Body({ reason: Type.String({ minLength: 1, maxLength: 1000 }) }),
    reply: Type.Object({
      url: Type.String(),
      mediaType: Type.Enum(['video/webm', 'video/mp4', 'video/x-matroska']),
      expiresAt: Instant,
    }),
    refuses: ['not_found'],
    rate: 'write',
  },
})
