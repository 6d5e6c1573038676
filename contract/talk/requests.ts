// Something made for one fan: asked for, quoted, held until it has arrived (docs/adr/0016).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Id, Instant, ListQuery, Page, TokensIn } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import {
  mostRequestDays,
  mostRequestLetters,
  mostRequestNoteLetters,
  requestActs,
  requestLists,
  requestStates,
} from '#contract/talk/request-names.ts'

export const RequestCard = Type.Object({
  _id: Id,
  state: Type.Enum([...requestStates], {
    description:
      'refunded: given back by staff, because the payment behind it was taken back, or because one of the two is gone or blocked the other; overdue: not delivered in time, and given back',
  }),
  text: Type.String({ description: 'what is asked for; empty once staff took it away' }),
  budget: Type.Optional(Type.Number({ description: 'tokens that the fan had in mind' })),
  price: Type.Optional(Type.Number({ description: 'tokens: the quote of now, or what was held' })),
  days: Type.Optional(Type.Integer({ description: 'from acceptance to delivery' })),
  note: Type.Optional(Type.String({ description: 'what the performer says with the quote, or declining' })),
  answerBy: Type.Optional(
    Type.String({ format: 'date-time', description: 'until when it waits for a quote, or the quote to be accepted' }),
  ),
  dueAt: Type.Optional(Type.String({ format: 'date-time', description: 'once accepted: until when it is to be delivered' })),
  isDelivering: Type.Optional(
    Type.Boolean({
      description: 'what was made is sent and waits for review, for its film, or for a wallet that is frozen: it is not overdue',
    }),
  ),
  wasRefused: Type.Optional(Type.Boolean({ description: 'to the performer: what was sent was refused, and can be sent anew' })),
  deliveredIn: Type.Optional(Type.String({ format: 'uuid', description: 'the message that it arrived with' })),
  may: Type.Array(Type.Enum([...requestActs]), { description: 'what the reader may do with it now' }),
  createdAt: Instant,
  changedAt: Instant,
})
export type RequestCard = Static<typeof RequestCard>

export const CustomRequest = Type.Interface(
  [RequestCard],
  {
    conversationId: Id,
    messageId: Type.String({ format: 'uuid', description: 'its line in the conversation' }),
    other: UserCard,
  },
  {},
)
export type CustomRequest = Static<typeof CustomRequest>

const Note = Type.Optional(Type.String({ maxLength: mostRequestNoteLetters }))

const moving = {
  for: 'member',
  params: ById,
  reply: CustomRequest,
  idempotent: true,
  rate: 'money',
} as const

export const requests = endpoints({
  /** What is open comes by what is due first, the rest newest first. */
  list: {
    method: 'GET',
    path: '/custom-requests',
    for: 'member',
    inClosedCountry: true,
    whileActing: false,
    summary: 'My custom requests',
    query: ListQuery({ status: Type.Optional(Type.Enum([...requestLists], { description: 'all where it is not said' })) }),
    reply: Page(CustomRequest),
  },
  one: {
    method: 'GET',
    path: '/custom-requests/:id',
    for: 'member',
    inClosedCountry: true,
    whileActing: false,
    summary: 'One of my custom requests',
    params: ById,
    reply: CustomRequest,
    refuses: ['not_found'],
  },
  /** A fan who may write to the performer; asking costs nothing. */
  ask: {
    method: 'POST',
    path: '/custom-requests',
    for: 'member',
    summary: 'Ask a performer for something of one’s own',
    body: Body({
      performerId: Id,
      text: Type.String({ minLength: 1, maxLength: mostRequestLetters }),
      budget: Type.Optional(TokensIn),
    }),
    reply: CustomRequest,
    refuses: [
      'not_found',
      'performers_cannot_buy',
      'own_account',
      'birth_date_required',
      'messages_blocked',
      'messages_closed',
      'requests_closed',
      'requests_open',
      'requests_a_day',
      'request_below_minimum',
      'price_out_of_bounds',
      'text_required',
      'prohibited_term',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** By the performer, and again for as long as it was not accepted: the newest one counts, and runs its time anew. */
  quote: {
    ...moving,
    method: 'PUT',
    path: '/custom-requests/:id/quote',
    summary: 'Say what a custom request costs and how long it takes',
    body: Body({ price: TokensIn, days: Type.Integer({ minimum: 1, maximum: mostRequestDays }), note: Note }),
    refuses: ['not_found', 'request_over', 'request_below_minimum', 'price_out_of_bounds', 'messages_blocked', 'prohibited_term'],
  },
  /** By the performer, before it was accepted or after: what was held goes back. */
  decline: {
    ...moving,
    method: 'POST',
    path: '/custom-requests/:id/decline',
    inClosedCountry: true,
    summary: 'Decline a custom request',
    body: Body({ note: Note }),
    refuses: ['not_found', 'request_over', 'request_delivering', 'prohibited_term'],
  },
  /** By the fan, for as long as it was not accepted. */
  withdraw: {
    ...moving,
    method: 'POST',
    path: '/custom-requests/:id/withdraw',
    inClosedCountry: true,
    summary: 'Withdraw my custom request',
    refuses: ['not_found', 'request_over'],
  },
  /** By the fan: what was quoted is held until it has arrived. */
  accept: {
    ...moving,
    method: 'POST',
    path: '/custom-requests/:id/accept',
    summary: 'Accept what was quoted',
    body: Body({ expectedPrice: TokensIn }),
    refuses: [
      'not_found',
      'request_over',
      'price_changed',
      'performers_cannot_buy',
      'birth_date_required',
      'messages_blocked',
      'not_enough_tokens',
      'wallet_frozen',
      'amount_out_of_bounds',
    ],
  },
})
