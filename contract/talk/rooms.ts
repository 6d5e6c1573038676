// The room of a stream: a conversation of many (calls.md section 8). Who may read and write there follows from the stream, which the stage answers.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, Page } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostRoomLetters } from '#contract/talk/limits.ts'

const linePage = 25

/** Who may write in a room besides its performer and moderators. */
export const ChatAudience = Type.Enum(['all', 'followers', 'subscribers', 'buyers'])
export type ChatAudience = Static<typeof ChatAudience>

/** What is said in a room. Everybody in it reads the same. */
export const RoomLine = Type.Object({
  _id: Id,
  conversationId: Id,
  number: Type.Integer({ description: 'the change it came with: where it stands among the others' }),
  change: Type.Integer({ description: 'the newest change that it went through' }),
  clientId: Type.Optional(Type.String({ description: 'to who said it: what they called it' })),
  sender: Type.Optional(
    Type.Interface([UserCard], { isPerformer: Flag }, { description: 'absent of a tip that was given without a name' }),
  ),
  type: Type.Enum(['text', 'tip']),
  text: Type.String({ description: 'empty once deleted' }),
  amount: Type.Optional(Type.Number({ description: 'tokens that a tip gave' })),
  menuItem: Type.Optional(Type.String({ description: 'what on the performer’s menu a tip was given for' })),
  isDeleted: Flag,
  createdAt: Instant,
})
export type RoomLine = Static<typeof RoomLine>

/** What it takes to write in a room, as the asker stands to it. */
const RoomWriting = Type.Object({
  may: Flag,
  why: Type.Optional(
    Type.Enum(['visitor', 'no_adult', 'muted', 'followers', 'subscribers', 'buyers', 'closed'], {
      description: 'not: nobody signed in, no adult’s birth date is on file, muted here, not of its audience, the room is closed',
    }),
  ),
})
export type RoomWriting = Static<typeof RoomWriting>

export const Room = Type.Object({
  _id: Id,
  type: Type.Literal('stream'),
  streamId: Id,
  performerId: Id,
  name: Type.String(),
  isActive: Type.Boolean({ description: 'false once it was closed: it can still be read' }),
  chatAudience: ChatAudience,
  slowModeSeconds: Type.Integer({ description: 'how long somebody waits between two lines; 0: not at all' }),
  pinned: Type.Optional(RoomLine),
  mutedUserIds: Type.Optional(Type.Array(Id, { description: 'to its performer and moderators' })),
  muted: Type.Optional(Type.Array(UserCard, { description: 'who they are: to its performer and moderators' })),
  isModerator: Type.Boolean({ description: 'the asker may delete and clear here' }),
  writing: RoomWriting,
  change: Type.Integer({ description: 'the newest change of the room' }),
  clearedTo: Type.Integer({ description: 'lines up to this number were cleared away' }),
})
export type Room = Static<typeof Room>

const Window = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: linePage }),
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})

/** Oldest first within the page. */
const LinePage = Type.Interface([Page(RoomLine)], { change: Type.Integer(), clearedTo: Type.Integer() }, {})

export const rooms = endpoints({
  /** Id = performer. Of whom is live now; to the performer it is made when it is not there yet. */
  roomOf: {
    method: 'GET',
    path: '/conversations/stream/performer/:id',
    for: 'anyone',
    summary: 'The room of a performer’s stream',
    params: ById,
    reply: Room,
    refuses: ['not_found'],
  },
  room: {
    method: 'GET',
    path: '/conversations/stream/:id',
    for: 'anyone',
    summary: 'The room of a stream',
    params: ById,
    reply: Room,
    refuses: ['not_found'],
  },
  /** By its performer, and but for opening and closing it by its moderators. What is not named stays; a closed room is not opened again. */
  updateRoom: {
    method: 'PUT',
    path: '/conversations/stream/:id/update',
    for: 'member',
    summary: 'Change the room of a stream',
    params: ById,
    body: Body({
      name: Type.Optional(Type.String({ maxLength: 100 })),
      isActive: Type.Optional(Flag),
      chatAudience: Type.Optional(ChatAudience),
      slowModeSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
      pinnedMessageId: Type.Optional(Type.Union([Id, Type.Null()], { description: 'null: none any more' })),
      mutedUserIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true, description: 'all who are muted from now on' })),
      muteUserId: Type.Optional(Type.String({ format: 'uuid', description: 'one more who is muted, whoever else is' })),
      unmuteUserId: Type.Optional(Type.String({ format: 'uuid', description: 'one who is muted no more' })),
    }),
    reply: Room,
    refuses: ['not_found', 'not_allowed', 'room_closed', 'prohibited_term'],
  },
  /** Readable without signing in while the stream is open to whoever asks. */
  publicMessages: {
    method: 'GET',
    path: '/messages/conversations/public/:id',
    for: 'anyone',
    summary: 'What is said in a room',
    params: ById,
    query: Window,
    reply: LinePage,
    refuses: ['not_found'],
  },
  roomMessages: {
    method: 'GET',
    path: '/messages/stream/:id',
    for: 'anyone',
    summary: 'What is said in the room of a stream',
    params: ById,
    query: Window,
    reply: LinePage,
    refuses: ['not_found'],
  },
  /** What happened after a change that the asker has heard of: what a lost push would have told. */
  roomChanges: {
    method: 'GET',
    path: '/messages/stream/:id/changes',
    for: 'anyone',
    summary: 'What is new in the room of a stream',
    params: ById,
    query: Type.Object({
      after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
    }),
    reply: Type.Object({
      messages: Type.Array(RoomLine, { description: 'each as it is now, in the order of its newest change' }),
      room: Room,
      change: Type.Integer({ description: 'up to which the asker has heard of everything now' }),
      isAll: Flag,
    }),
    refuses: ['not_found'],
  },
  /** The same `clientId` answers the line that is there already. */
  say: {
    method: 'POST',
    path: '/messages/stream/:id',
    for: 'member',
    summary: 'Say something in the room of a stream',
    params: ById,
    body: Body({
      text: Type.String({ minLength: 1, maxLength: mostRoomLetters }),
      clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })),
    }),
    reply: RoomLine,
    refuses: [
      'not_found',
      'birth_date_required',
      'room_closed',
      'room_muted',
      'room_audience',
      'slow_mode',
      'text_required',
      'prohibited_term',
      'idempotency_key_reused',
    ],
  },
  /** By its performer, its moderators and staff. The lines are kept for those who look into what happened. */
  clearRoom: {
    method: 'DELETE',
    path: '/messages/stream/:id/remove-all-message',
    for: 'member',
    summary: 'Clear the room of a stream',
    params: ById,
    reply: Type.Object({ cleared: Flag, change: Type.Integer() }),
    refuses: ['not_found', 'not_allowed'],
  },
})
