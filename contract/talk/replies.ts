// Answers that a creator keeps at hand.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id } from '#contract/endpoint.ts'
import { mostLetters, mostReplyNameLetters } from '#contract/talk/limits.ts'

export const Reply = Type.Object({ _id: Id, name: Type.String(), text: Type.String() })
export type Reply = Static<typeof Reply>

const ReplyIn = {
  name: Type.String({ minLength: 1, maxLength: mostReplyNameLetters }),
  text: Type.String({ maxLength: mostLetters, description: 'with the fan’s name where it stands' }),
}

export const replies = endpoints({
  /** By name. */
  list: {
    method: 'GET',
    path: '/saved-replies',
    for: 'creator',
    summary: 'My saved replies',
    reply: Type.Array(Reply),
  },
  create: {
    method: 'POST',
    path: '/saved-replies',
    for: 'creator',
    summary: 'Save a reply',
    body: Body(ReplyIn),
    reply: Reply,
    refuses: ['text_required', 'prohibited_term', 'too_many_replies', 'reply_name_taken'],
  },
  edit: {
    method: 'PUT',
    path: '/saved-replies/:id',
    for: 'creator',
    summary: 'Change a saved reply',
    params: ById,
    body: Body(ReplyIn),
    reply: Reply,
    refuses: ['not_found', 'text_required', 'prohibited_term', 'reply_name_taken'],
  },
  remove: {
    method: 'DELETE',
    path: '/saved-replies/:id',
    for: 'creator',
    summary: 'Take a saved reply away',
    params: ById,
    reply: Type.Object({ removed: Flag }),
    refuses: ['not_found'],
  },
})
