// A guest performer in a show of another's. Ours: calls.md names participants of works; on a stage nobody is seen without their own yes.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Instant } from '#contract/endpoint.ts'
import { Stream } from '#contract/stage/live.ts'

const GuestInvitation = Type.Object({
  stream: Stream,
  consent: Type.String({ description: 'what a yes says, in the reader’s language: it is kept with it' }),
  agreedAt: Type.Optional(Instant),
})
export type GuestInvitation = Static<typeof GuestInvitation>

export const guests = endpoints({
  /** Shows of others, announced or live, whose performer named me; soonest first. */
  guestInvitations: {
    method: 'GET',
    path: '/streaming/guest-invitations',
    for: 'creator',
    summary: 'Shows that I am invited to',
    reply: Type.Object({ data: Type.Array(GuestInvitation) }),
  },
  /** Said once more it changes nothing. `withdrawn` takes my picture away at once. */
  answerGuest: {
    method: 'POST',
    path: '/streaming/live/:id/guest',
    for: 'creator',
    summary: 'Agree to be seen in another’s show, decline, or withdraw that',
    params: ById,
    body: Body({ state: Type.Enum(['agreed', 'declined', 'withdrawn']) }),
    reply: Stream,
    refuses: ['not_found', 'stream_ended', 'documents_outdated'],
    rate: 'write',
  },
})
