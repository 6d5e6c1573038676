// Polls in the room of a stream. Ours: the shapes and refusals are those of polls in posts (contract/catalogue/feeds.ts).
import Type, { type Static } from 'typebox'
import { Poll } from '#contract/catalogue/feeds.ts'
import { Body, ById, endpoints, Id, Instant } from '#contract/endpoint.ts'
import { mostPollOptions, mostPollWords } from '#contract/stage/limits.ts'

/** Of whoever may watch: GET /streaming/join/:id brings the newest one of a stream that is live. */
export const RoomPoll = Type.Interface([Poll], { _id: Id, streamId: Id })
export type RoomPoll = Static<typeof RoomPoll>

export const polls = endpoints({
  /** One at a time. It is over when its performer ends it, when its hour comes, or with the show. */
  startPoll: {
    method: 'POST',
    path: '/streaming/live/:id/polls',
    for: 'creator',
    summary: 'Ask whoever watches my stream',
    params: ById,
    body: Body({
      question: Type.Optional(Type.String({ maxLength: mostPollWords })),
      options: Type.Array(Type.String({ minLength: 1, maxLength: mostPollWords }), {
        maxItems: mostPollOptions,
        description: '2 to 10, none twice',
      }),
      expiredAt: Type.Optional(Instant),
    }),
    reply: RoomPoll,
    refuses: [
      'not_found',
      'not_allowed',
      'stream_ended',
      'stream_not_begun',
      'poll_running',
      'poll_needs_options',
      'prohibited_term',
      'schedule_in_past',
    ],
    rate: 'write',
  },
  /** Ended twice is ended once. */
  endPoll: {
    method: 'POST',
    path: '/streaming/polls/:id/end',
    for: 'creator',
    summary: 'End a poll in my stream',
    params: ById,
    reply: RoomPoll,
    refuses: ['not_found'],
    rate: 'write',
  },
  /** One vote a person and poll, which is never changed, of whoever may watch. A show for two has none. */
  voteInRoom: {
    method: 'POST',
    path: '/streaming/polls/vote/:id',
    for: 'member',
    summary: 'Vote in the poll of a stream (id = option)',
    params: ById,
    reply: RoomPoll,
    refuses: ['not_found', 'not_allowed', 'poll_over', 'already_voted', 'birth_date_required'],
    rate: 'write',
  },
})
