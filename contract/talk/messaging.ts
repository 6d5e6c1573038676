// Conversations between a fan and a performer (calls.md section 8).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, Tokens, TokensIn } from '#contract/endpoint.ts'
import { Charged, chargeRefusals } from '#contract/catalogue/work.ts'
import { FileProgress, MediaFile, Tint } from '#contract/media/file.ts'
import { UploadedFile } from '#contract/media/uploads.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostFiles, mostLetters } from '#contract/talk/limits.ts'
import { RequestCard } from '#contract/talk/requests.ts'

/**
 * A change of a conversation: each new, edited, deleted or read message takes the next number, without a gap. Whoever has heard of all up to n
 * asks for what came after n, and knows by the number of a push whether they missed one.
 */
const Change = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'the number of a change: gapless within its conversation',
})

const messagePage = 25

const MessageType = Type.Enum(['text', 'photo', 'video', 'audio', 'tip', 'request'], {
  description:
    'of one with files what is most to look at: a film before photos, and photos before sound; a request is a fan’s, for something of their own',
})

/** What the one to whom a message was said may make of it. */
const Reaction = Type.Enum(['heart', 'applause', 'fire', 'laugh', 'wow', 'tear'])
export type Reaction = Static<typeof Reaction>

/** What a message carries, whether it opens or not. */
export const Inside = Type.Object({
  photos: Type.Integer(),
  videos: Type.Integer(),
  audios: Type.Integer(),
  duration: Type.Optional(Type.Number({ description: 'seconds of films and sound together, as far as they are known' })),
})

const Removed = Type.Boolean({ description: 'of one that is deleted: by staff, and not by who sent it' })

/** As the message itself shows it now: of one that is deleted, that it was. */
const Answered = Type.Object({
  _id: Id,
  number: Type.Integer(),
  senderId: Id,
  type: MessageType,
  text: Type.String({ description: 'its beginning; empty once deleted' }),
  isDeleted: Flag,
  isRemoved: Type.Optional(Removed),
})
export type Answered = Static<typeof Answered>

export const Message = Type.Object({
  _id: Id,
  conversationId: Id,
  number: Type.Integer({ description: 'the change it came with: where it stands among the others' }),
  change: Type.Integer({ description: 'the newest change that it went through' }),
  arrived: Type.Optional(Type.Integer({ description: 'the change from which the other one has it, where that is not its number' })),
  clientId: Type.Optional(Type.String({ description: 'to who sent it: what they called it' })),
  senderId: Id,
  author: Type.Enum(['person', 'automation'], { description: 'whether somebody wrote it, or a rule that its sender made' }),
  campaignId: Type.Optional(Type.String({ format: 'uuid', description: 'it went to many: the mass message that it belongs to' })),
  type: MessageType,
  text: Type.String({ description: 'empty once deleted, and where it is held' }),
  isDeleted: Flag,
  isRemoved: Type.Optional(Removed),
  amount: Type.Optional(
    Type.Number({ description: 'tokens: of a tip what was given, of a message that cost its writer something what it cost' }),
  ),
  isReturned: Type.Optional(
    Type.Boolean({ description: 'to its sender, of one that cost something: it was not read in time, and the tokens are back' }),
  ),
  isHeld: Type.Optional(
    Type.Literal(true, {
      description:
        'to whom it was written, in a list: it was paid for, and its words and files are in the conversation; opened there it is earned, and its writer can take it back until then',
    }),
  ),
  files: Type.Optional(
    Type.Array(MediaFile, {
      description:
        'absent where it is words alone. Locked where it is to be bought, but for the preview that its sender chose; none where they are not there for the reader (any more)',
    }),
  ),
  inside: Type.Optional(Inside),
  isSale: Type.Optional(Type.Enum(['free', 'ppv'], { description: 'of what a performer sent' })),
  price: Type.Optional(Tokens),
  isBought: Type.Optional(Type.Boolean({ description: 'to who may buy it, of what has a price' })),
  totalSold: Type.Optional(Type.Integer({ description: 'to its sender, of what has a price: how many hold it now' })),
  state: Type.Optional(
    Type.Enum(['waiting', 'rejected', 'failed'], {
      description:
        'to its sender, while the other one does not have it: it is reviewed or processed, was refused, or has a file of which nothing can be made; absent once it arrived',
    }),
  ),
  rejectionReason: Type.Optional(Type.String({ description: 'to its sender' })),
  request: Type.Optional(RequestCard),
  seenAt: Type.Optional(Type.Union([Instant, Type.Null()], { description: 'to its sender: when it was read; null while it was not' })),
  replyTo: Type.Optional(Answered),
  reactions: Type.Optional(
    Type.Object(
      { mine: Type.Optional(Reaction), theirs: Type.Optional(Reaction) },
      { description: 'of the reader’s own message the other one’s, of the other one’s the reader’s: nobody reacts to their own' },
    ),
  ),
  createdAt: Instant,
  editedAt: Type.Optional(Instant),
})
export type Message = Static<typeof Message>

/** What it takes to write here, as the asker stands to the other one. */
export const Writing = Type.Object({
  may: Flag,
  price: Type.Optional(Type.Number({ description: 'tokens for each message; absent where writing is free' })),
  why: Type.Optional(
    Type.Enum(['blocked', 'closed', 'not_following', 'no_adult', 'gone'], {
      description:
        'not: one of the two blocked the other, the performer reads subscribers alone, the fan does not follow the performer, no adult’s birth date is on file, the other one is not there any more',
    }),
  ),
})
export type Writing = Static<typeof Writing>

export const Conversation = Type.Object({
  _id: Id,
  type: Type.Literal('private'),
  recipientInfo: Type.Interface([UserCard], {
    isPerformer: Flag,
    isOnline: Type.Boolean({
      description: 'asked for something in the last three minutes, does not hide it, and no block stands between the two',
    }),
  }),
  lastMessage: Type.Optional(Message),
  lastMessageCreatedAt: Type.Optional(Instant),
  totalNotSeenMessages: Type.Integer({ minimum: 0, description: 'counted to 100' }),
  /** What the other one’s pictures lend; of one conversation, not in lists. */
  tint: Type.Optional(Tint),
  isBlocked: Type.Boolean({ description: 'the asker blocked the other one' }),
  isSubscribed: Type.Boolean({ description: 'the fan of the two subscribes to the performer' }),
  isPinned: Flag,
  isArchived: Flag,
  isMuted: Flag,
  isMarkedUnread: Type.Boolean({
    description: 'the asker marked it as unread after they had read it; it counts as one unread message until they open it or answer',
  }),
  hearsCampaigns: Type.Optional(Type.Boolean({ description: 'to the fan: the performer’s mass messages come here' })),
  takesRequests: Type.Optional(Type.Boolean({ description: 'to the fan: the performer may be asked for something of their own' })),
  writing: Writing,
  change: Change,
  readTo: Type.Integer({ description: 'up to which number the asker has read' }),
  seenTo: Type.Integer({ description: 'up to which number the other one has read' }),
})
export type Conversation = Static<typeof Conversation>

/** Oldest first within the page; `total` counts what this reader may see of the conversation. */
const MessagePage = Type.Interface([Page(Message)], { change: Change, readTo: Type.Integer(), seenTo: Type.Integer() }, {})

const Changes = Type.Object({
  messages: Type.Array(Message, {
    description: 'each as it is now, in the order of its newest change; a deleted one of one’s own is to be taken away',
  }),
  change: Type.Integer({ description: 'up to which the asker has heard of everything now' }),
  isAll: Type.Boolean({ description: 'nothing came after `change` before this was asked' }),
  readTo: Type.Integer(),
  seenTo: Type.Integer(),
  totalNotSeenMessages: Type.Integer(),
})

const list = {
  keyword: Type.Optional(Type.String({ maxLength: 100, description: 'a part of the name or username of the other one' })),
  unread: Type.Optional(Flag),
  list: Type.Optional(
    Type.Enum(['all', 'unanswered', 'subscribers', 'followers', 'archived', 'pinned'], {
      description:
        'all but the archived ones where it is not said; unanswered: the newest line that a person wrote to the other is the other one’s',
    }),
  ),
  listId: Type.Optional(
    Type.String({ format: 'uuid', description: 'to a creator: with those fans alone who are on this list of their own' }),
  ),
  stays: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'one of mine that is listed with what is unread or unanswered although it was read or answered meanwhile: the one that is open',
    }),
  ),
}

const ClientId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'the sender’s own name for it, once for ever: sent again, it is not a second message',
})

/** What goes with words: photos, films and sound, and of a performer's what they cost. */
export const enclosed = {
  fileIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: mostFiles, uniqueItems: true })),
  isSale: Type.Optional(Type.Enum(['free', 'ppv'], { description: 'free where it is not said; only a performer sells' })),
  price: Type.Optional(TokensIn),
  previewId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'of what is sold: one of the photos among `fileIds`, which everybody sees to whom it is sent',
    }),
  ),
}
/** Why it cannot go along. */
export const enclosedRefusals = [
  'price_not_allowed',
  'price_required',
  'price_without_sale',
  'preview_not_among_photos',
  'price_out_of_bounds',
  'file_not_yours',
  'file_not_ready',
  'file_blocked',
] as const

const mib = 1024 * 1024
const uploadOf = <const P extends string, const B extends number>(path: P, maxBytes: B, summary: string) => ({
  method: 'POST' as const,
  alsoBy: 'PUT' as const,
  path: `/messages/${path}` as const,
  for: 'member' as const,
  summary,
  uploads: { file: { maxBytes, required: true } } as const,
  reply: UploadedFile,
  refuses: [
    'file_required',
    'file_type_not_allowed',
    'file_unreadable',
    'file_too_long',
    'file_blocked',
    'birth_date_required',
    'too_much_in_a_day',
    'not_allowed',
  ] as const,
  rate: 'upload' as const,
})

const readRefusals = ['not_found'] as const
/** Whether one may say anything at all. */
const writingRefusals = ['not_found', 'messages_closed', 'messages_need_follower', 'messages_blocked', 'birth_date_required'] as const
const writeRefusals = [
  ...writingRefusals,
  'tip_below_price',
  'text_required',
  'reply_not_there',
  'prohibited_term',
  'price_changed',
  'not_enough_tokens',
  'wallet_frozen',
  'amount_out_of_bounds',
  'performers_cannot_buy',
  'idempotency_key_reused',
  'file_required',
  'request_over',
  'request_delivering',
  ...enclosedRefusals,
] as const

export const messaging = endpoints({
  /**
   * The pinned ones first, then newest activity first, by the line that is shown: to a performer the newest that was said to the fan alone, or by them, and
   * to nobody what they deleted themselves. Those in which nothing was said are left out. An archived one comes back when something is said to
   * its reader alone: mass messages and automatic lines leave it where it is, and are not counted as unread.
   */
  conversations: {
    method: 'GET',
    path: '/conversations',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'My conversations',
    query: ListQuery({}),
    reply: Page(Conversation),
  },
  search: {
    method: 'GET',
    path: '/conversations/search',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'Find among my conversations',
    query: ListQuery(list),
    reply: Page(Conversation),
    refuses: ['prohibited_term', 'not_found'],
  },
  /**
   * The conversation with a performer (by a fan) or with a fan (by a performer), begun if there is none. A fan may begin one with every performer
   * whom they may see; a performer with those who follow them, subscribe to them or wrote to them.
   */
  begin: {
    method: 'POST',
    path: '/conversations',
    for: 'member',
    summary: 'Open the conversation with somebody',
    body: Body({ source: Type.Enum(['performer', 'user']), sourceId: Id }),
    reply: Conversation,
    refuses: ['not_found', 'not_allowed', 'own_account'],
  },
  conversation: {
    method: 'GET',
    path: '/conversations/:id',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'One of my conversations',
    params: ById,
    reply: Conversation,
    refuses: readRefusals,
  },
  /**
   * Keeps a conversation on top, out of the way, silent, or marked as unread, for the asker alone. That mark is not the read mark, which never moves back:
   * reading the conversation (readAll) and writing there take it away. A fan who takes no mass messages of the performer's stays in the
   * conversation; a performer says nothing of the kind.
   */
  arrange: {
    method: 'PUT',
    path: '/conversations/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Pin, archive, mute or mark a conversation as unread, or leave its mass messages',
    params: ById,
    body: Body({
      isPinned: Type.Optional(Flag),
      isArchived: Type.Optional(Flag),
      isMuted: Type.Optional(Flag),
      isMarkedUnread: Type.Optional(Flag),
      hearsCampaigns: Type.Optional(Flag),
    }),
    reply: Conversation,
    refuses: ['not_found', 'not_allowed'],
  },
  /** The newest page, or the one before the message with the number `before`: what comes in meanwhile does not move it, as it does `offset`. */
  messages: {
    method: 'GET',
    path: '/messages/conversations/:id',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'Messages of a conversation',
    params: ById,
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 100, default: messagePage }),
      offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
      before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    reply: MessagePage,
    refuses: readRefusals,
  },
  /** What happened after a change that the asker has heard of: what a lost push would have told. */
  changes: {
    method: 'GET',
    path: '/messages/conversations/:id/changes',
    for: 'member',
    inClosedCountry: true,
    isExplicit: true,
    whileActing: false,
    summary: 'What is new in a conversation',
    params: ById,
    query: Type.Object({ after: Change, limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }) }),
    reply: Changes,
    refuses: readRefusals,
  },
  /**
   * A fan who does not subscribe pays what the performer asks for a message and says so in
   * `expectedPrice`; it is held until the performer reads it, and comes back when seven days pass unread. A tip is a message of its own; with words it gives as much as a message costs. Whoever writes has read what was written before. The same
   * `clientId`, or without one the same Idempotency-Key, answers the message that is there already. Files were uploaded before, by the rows below or from
   * the library; a fan's may still be processed. What a performer sends waits for review as their works do, and for its films: it arrives then.
   * With `requestId` it delivers what a fan accepted: its price is what was quoted, and what was held buys it for them when it arrives.
   */
  send: {
    method: 'POST',
    path: '/messages/conversations/:id',
    for: 'member',
    summary: 'Write a message',
    params: ById,
    body: Body({
      type: Type.Optional(
        Type.Enum(['text', 'photo', 'video', 'audio', 'tip'], {
          description: 'a tip says so; of all others the files tell, whatever is said',
        }),
      ),
      text: Type.Optional(Type.String({ maxLength: mostLetters, description: 'of a tip what it says, at most 200 characters' })),
      ...enclosed,
      amount: Type.Optional(TokensIn),
      expectedPrice: Type.Optional(TokensIn),
      replyTo: Type.Optional(
        Type.String({ format: 'uuid', description: 'the message that it answers: one of this conversation that both have' }),
      ),
      requestId: Type.Optional(Type.String({ format: 'uuid', description: 'of a performer: the accepted request that the files deliver' })),
      clientId: Type.Optional(ClientId),
    }),
    reply: Message,
    refuses: writeRefusals,
    idempotent: true,
    // A line of chat does not wait, and what it may cost is what its writer has.
    evenUncounted: true,
  },
  /** One's own text, within 15 minutes. What was paid for, either way, stays as it is. */
  edit: {
    method: 'PUT',
    path: '/messages/:id',
    for: 'member',
    summary: 'Edit my message',
    params: ById,
    body: Body({ text: Type.String({ minLength: 1, maxLength: mostLetters }) }),
    reply: Message,
    refuses: [
      'not_found',
      'text_required',
      'edit_time_over',
      'prohibited_term',
      'messages_blocked',
      'message_is_paid',
      'message_has_files',
      'message_is_request',
    ],
  },
  /**
   * By its sender: gone from their list, the other one reads that it was deleted. By staff: both read that. Who bought what it sold keeps it.
   * One that cost its writer something and was not read gives it back; what was read and earned stays, and so does a tip.
   */
  remove: {
    method: 'DELETE',
    path: '/messages/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Delete a message',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found', 'not_allowed', 'message_is_paid', 'message_is_request'],
  },
  /**
   * To what the other one said, one reaction: another one takes its place, and the same again changes nothing. It is a change of the conversation like
   * an edit, and neither unread nor a notice. Refused where one may not write; it costs nothing where writing does.
   */
  react: {
    method: 'PUT',
    path: '/messages/:id/reaction',
    for: 'member',
    summary: 'React to a message',
    params: ById,
    body: Body({ reaction: Reaction }),
    reply: Message,
    refuses: [...writingRefusals, 'not_allowed'],
  },
  /** Whoever may not write any more still takes back what they said. */
  takeBackReaction: {
    method: 'DELETE',
    path: '/messages/:id/reaction',
    for: 'member',
    inClosedCountry: true,
    summary: 'Take back my reaction to a message',
    params: ById,
    reply: Message,
    refuses: readRefusals,
  },
  /** For what opens to whom it is sent. Both roles; a fan may send 500 MB a day. */
  uploadOpenPhoto: uploadOf('public/file/photo', 20 * mib, 'Upload a photo for a message'),
  uploadOpenVideo: uploadOf('public/file/video', 4096 * mib, 'Upload a film for a message'),
  uploadOpenAudio: uploadOf('public/file/audio', 200 * mib, 'Upload sound for a message'),
  /** For what is to be sold; which of the two it is, the message says that carries it. */
  uploadLockedPhoto: uploadOf('private/file/photo', 20 * mib, 'Upload a photo for a message that has a price'),
  uploadLockedVideo: uploadOf('private/file/video', 4096 * mib, 'Upload a film for a message that has a price'),
  uploadLockedAudio: uploadOf('private/file/audio', 200 * mib, 'Upload sound for a message that has a price'),
  fileStatus: {
    method: 'GET',
    path: '/messages/:id/file/:fileId/status',
    for: 'member',
    inClosedCountry: true,
    whileActing: false,
    summary: 'How far a file of a message is',
    params: Type.Object({ id: Id, fileId: Id }),
    reply: FileProgress,
    refuses: readRefusals,
  },
  /** Id = message. Unlocks what it carries at the price of now; bought before is 200 without a charge. */
  charge: {
    method: 'POST',
    path: '/wallet/charges/message/:id',
    for: 'member',
    summary: 'Unlock a message out of the wallet',
    params: ById,
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Charged(Message),
    refuses: chargeRefusals,
    idempotent: true,
    rate: 'money',
  },
  totalUnread: {
    method: 'GET',
    path: '/messages/total-unread-messages',
    for: 'member',
    inClosedCountry: true,
    summary: 'How many messages I have not read',
    reply: Type.Object({
      total: Type.Integer({
        minimum: 0,
        description: 'counted to 100 a conversation, in the hundred newest; one that is marked as unread is 1 at least',
      }),
    }),
  },
  /** Id = conversation. Up to the newest message, or up to the one with the number `to`; the mark never moves back. */
  readAll: {
    method: 'POST',
    path: '/messages/read-all/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Mark a conversation as read',
    params: ById,
    body: Body({ to: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) }),
    reply: Type.Object({ total: Type.Integer({ description: 'what is unread in it now' }), readTo: Type.Integer(), change: Change }),
    refuses: readRefusals,
  },
})
