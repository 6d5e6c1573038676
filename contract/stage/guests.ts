// A guest performer in a show of another's. Ours: calls.md names participants of works; on a stage nobody is seen without their own yes.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Instant } from '#contract/endpoint.ts'
import { Stream } from '#contract/stage/live.ts'

const GuestInvitation = Type.Object({
  stream: Stream,
  consent: Type.String({
    description:
      'what a yes says, in the reader’s language: for which show, when, who can watch, and whether it is recorded. It is sent back with the yes and kept with it',
  }),
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
  /**
   * Said once more it changes nothing. `withdrawn` takes my picture away at once. A yes is for the words that were read: where the show was changed since,
   * it is `consent_outdated`, and the invitations say it anew. A yes is for this show, this hour, these words and this audience (COMPLIANCE.md 2: consent to the
   * depiction and its distribution): it ends, and is asked for anew, when the show is moved to another hour or has another title or description, and on air
   * the picture stops until then. Whom a show is for and whether it is recorded never change; the price of a ticket may, and asks nothing.
   */
  answerGuest: {
    method: 'POST',
    path: '/streaming/live/:id/guest',
    for: 'creator',
    summary: 'Agree to be seen in another’s show, decline, or withdraw that',
    params: ById,
    body: Body({
      state: Type.Enum(['agreed', 'declined', 'withdrawn']),
      consent: Type.Optional(Type.String({ maxLength: 5000, description: 'with `agreed`: the invitation’s `consent`, as it was read' })),
    }),
    reply: Stream,
    refuses: ['not_found', 'stream_ended', 'documents_outdated', 'consent_outdated'],
    rate: 'write',
  },
})
