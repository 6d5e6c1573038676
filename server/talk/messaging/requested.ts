// What conversations are to custom requests, which stand above them (docs/adr/0016): a request is a line that changes with it, and what delivers one is
// a message like any other, but for the moment in which it arrives.
import type { RequestCard } from '#contract/talk/requests.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { tell } from '#server/talk/messaging/pushes.ts'
import { relationsOf, writingOf, type Actor } from '#server/talk/messaging/relations.ts'

/** What messaging asks of requests. */
export interface Requests {
  /** Of these lines, as this reader may go on with them, by message. */
  cards: (
    db: Db,
    readerId: string,
    messages: readonly Pick<messageQueries.Message, 'id' | 'text'>[],
  ) => Promise<ReadonlyMap<string, RequestCard>>
  /** What was quoted, in hundredths. @throws not_found, request_over, request_delivering */
  priceOf: (db: Db, delivery: Delivery) => Promise<number>
  /** Whether what is held can buy it now. */
  mayArrive: (tx: Tx, requestId: string) => Promise<boolean>
  /** A message that delivers one was written, in a conversation that is locked. @throws request_over, request_delivering */
  sent: (tx: Tx, delivery: Delivery & { messageId: string }) => Promise<void>
  /** The request that a message delivers, while it waits for that. */
  deliveredBy: (tx: Tx, messageId: string) => Promise<string | undefined>
  /** It arrived: what was held buys it for the fan. The last thing before the commit. */
  arrived: (tx: Tx, requestId: string) => Promise<void>
  /** It will not arrive: staff refused it, or nothing can be made of one of its files; or its sender took it back. */
  failed: (tx: Tx, messageId: string, how: 'refused' | 'taken back') => Promise<void>
  /** Staff took its line away. */
  removed: (tx: Tx, messageId: string, by: string) => Promise<void>
}

export interface Delivery {
  requestId: string
  conversationId: string
  performerId: string
}

const nobodyAnswers = (): Promise<never> => Promise.reject(new Error('nobody answers for requests: see useRequests'))
let answers: Requests = {
  cards: async () => new Map(),
  priceOf: () => refuse('not_found'),
  mayArrive: nobodyAnswers,
  sent: nobodyAnswers,
  deliveredBy: async () => undefined,
  arrived: nobodyAnswers,
  failed: async () => {},
  removed: async () => {},
}

/** Wired once at start. Until then nothing is delivered. */
export function useRequests(given: Requests): void {
  answers = given
}

export const requests = (): Requests => answers

/** A conversation, locked: its next number is the caller's. @throws not_found */
export async function lock(tx: Tx, conversationId: string): Promise<conversationQueries.Conversation> {
  return (await conversationQueries.lock(tx, conversationId)) ?? refuse('not_found')
}

/** A fan's line, in a conversation that the caller has locked; answers its id. */
export async function writeRequest(tx: Tx, conversation: conversationQueries.Conversation, text: string): Promise<string> {
  const id = await messageQueries.nextId(tx)
  const change = await messageQueries.writeAlone(tx, conversation, {
    id,
    text,
    conversationId: conversation.id,
    senderId: conversation.fanId,
    clientId: null,
    sentHash: null,
    type: 'request',
    author: 'person',
    replyTo: null,
    amount: 0,
    transferId: null,
    workId: null,
    hasArrived: true,
    fileIds: [],
  })
  tx.afterCommit(() => tell('message/created', conversation, { messageId: id, change }))
  return id
}

/** The request of this line went on: both screens hear of it, and nothing is unread by that. */
export async function touchRequest(tx: Tx, conversation: conversationQueries.Conversation, messageId: string): Promise<void> {
  const change = await messageQueries.touch(tx, { id: messageId, conversationId: conversation.id })
  tx.afterCommit(() => tell('message/edited', conversation, { messageId, change }))
}

/** @throws birth_date_required, messages_blocked, messages_closed, messages_need_follower, not_found */
export async function refuseUnwritten(db: Db, actor: Actor, conversation: conversationQueries.Conversation): Promise<void> {
  refuseWriting(await writing(db, actor, conversation))
}

/** The same for what the two have begun already: who stopped to follow or to subscribe goes on with it. */
export async function refuseApart(db: Db, actor: Actor, conversation: conversationQueries.Conversation): Promise<void> {
  const found = await writing(db, actor, conversation)
  if (found.why !== 'closed' && found.why !== 'not_following') refuseWriting(found)
}

async function writing(db: Db, actor: Actor, conversation: conversationQueries.Conversation) {
  const [relation] = await relationsOf(db, actor, [conversation])
  return relation ? writingOf(actor.viewer, conversation, relation) : refuse('not_found')
}

export function refuseWriting({ may, why }: ReturnType<typeof writingOf>): void {
  if (may) return
  if (why === 'no_adult') refuse('birth_date_required')
  if (why === 'gone') refuse('not_found')
  if (why === 'not_following') refuse('messages_need_follower')
  refuse(why === 'blocked' ? 'messages_blocked' : 'messages_closed')
}
