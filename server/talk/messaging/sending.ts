// Writing: judged by how the two stand to each other, then written for everybody who writes in the same moment by one statement. What costs
// something goes alone, because money moves in a transaction of its own: the conversation is locked first, the wallet last.
import { hash } from 'node:crypto'
import { mostTipLetters } from '#contract/money/limits.ts'
import { mostLetters } from '#contract/talk/limits.ts'
import type { Writing } from '#contract/talk/messaging.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { batcher, gatheredById } from '#server/platform/batch/batch.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import { violates, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import { isMedium, makeWork, mediumOf, type Enclosed } from '#server/talk/messaging/media.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { tell } from '#server/talk/messaging/pushes.ts'
import { markReadWhole } from '#server/talk/messaging/reading.ts'
import { isMarkedUnread, mayCarryWords, relationsOf, standingOf, writingOf, type Actor } from '#server/talk/messaging/relations.ts'
import { refuseWriting, requests } from '#server/talk/messaging/requested.ts'

export interface Draft extends Partial<Enclosed> {
  /** A tip says so; of all others the files tell. */
  type?: Exclude<messageQueries.Type, 'request'> | undefined
  text?: string | undefined
  /** Tokens that a tip gives. */
  amount?: number | undefined
  /** Tokens that the writer was told a message costs. */
  expectedPrice?: number | undefined
  /** The message that it answers. */
  replyTo?: string | undefined
  /** The accepted request that a performer's files deliver. */
  requestId?: string | undefined
  /** The writer's own name for it: the same one again is the same message. */
  clientId?: string | undefined
}

/** What was sent; with the message where it is known without asking for it. */
export interface Sent {
  id: string
  message?: messageQueries.Message | undefined
}

/**
 * Writes a message; answers it, and again the same one under the same name.
 * @throws not_found, birth_date_required, messages_blocked, messages_closed, reply_not_there, text_required, prohibited_term, price_changed {price},
 * idempotency_key_reused; those of a tip (earnings), of a hold (wallet) and of files (media)
 */
export async function send(db: Database, actor: Actor, conversationId: string, draft: Draft): Promise<Sent> {
  const sentHash = hashOf(conversationId, draft)
  try {
    return await judgedAndSent(db, actor, conversationId, draft, sentHash)
  } catch (error) {
    // What was kept before is answered so again, whatever one may write now.
    const { clientId } = draft
    const before =
      clientId !== undefined && error instanceof Refusal ? await messageQueries.sentAs(db, actor.viewer.accountId, clientId) : undefined
    if (before) return { id: theSame(before, sentHash) }
    throw error
  }
}

async function judgedAndSent(db: Database, actor: Actor, conversationId: string, draft: Draft, sentHash: Buffer): Promise<Sent> {
  const { viewer } = actor
  const { clientId } = draft
  const conversation = (await standingOf(db, actor, conversationId)) ?? refuse('not_found')
  const writing = writingOf(viewer, conversation, conversation)
  refuseWriting(writing)
  const replyTo = draft.replyTo === undefined ? null : await answered(db, conversationId, draft.replyTo)
  const enclosed = await pricedAsQuoted(db, actor, conversation, draft)
  const type = enclosed ? await mediumOf(db, actor, enclosed) : draft.type === 'tip' ? 'tip' : 'text'
  const text = await cleaned(db, draft.text ?? '', type)
  const message: messageQueries.New = {
    conversationId,
    senderId: viewer.accountId,
    clientId: clientId ?? null,
    sentHash: clientId === undefined ? null : sentHash,
    type,
    text,
    author: 'person',
    replyTo,
  }
  await readBefore(db, viewer.accountId, conversation)
  if (type === 'tip') return tip(db, actor, conversation, message, { tokens: draft.amount, writing })
  if (draft.amount !== undefined) throw new Refusal('invalid', {}, [{ field: 'amount', code: 'unknown' }])
  const price = writing.price === undefined ? 0 : toHundredths(writing.price)
  // Nobody pays what they were not told; and who is told a price that is none any more writes free.
  if (price > 0 && (draft.expectedPrice === undefined || toHundredths(draft.expectedPrice) !== price))
    refuse('price_changed', { price: price / 100 })
  if (price > 0) return payToWrite(db, actor, conversation, { ...message, fileIds: enclosed?.fileIds ?? [] }, price)
  if (enclosed && type !== 'text') return withFiles(db, actor, conversation, message, { ...enclosed, requestId: draft.requestId })
  const written = await write(db, message)
  if (written.isKnown) {
    if (!written.isSame) refuse('idempotency_key_reused')
    return { id: written.id }
  }
  tell('message/created', conversation, { messageId: written.id, change: written.number })
  return written
}

/** The number of what is answered: something of the same conversation that both have. @throws reply_not_there */
async function answered(db: Db, conversationId: string, id: string): Promise<number> {
  const found = (await messagesBy(db, [id])).get(id)
  if (!found || found.conversationId !== conversationId || found.arrived === null || found.deletedAt !== null)
    return refuseField('replyTo', 'reply_not_there')
  return found.number
}

/** @throws invalid for a tip with files; file_required for what is said of files that are not there, price_not_allowed for a fan's price */
function enclosedIn({ viewer }: Actor, { type, fileIds, isSale, price, previewId }: Draft): Enclosed | undefined {
  if (fileIds && type !== 'tip') return { fileIds, isSale, price, previewId }
  if (fileIds) throw new Refusal('invalid', {}, [{ field: 'fileIds', code: 'unknown' }])
  const isPriced = isSale === 'ppv' || price !== undefined
  if (isPriced && viewer.role !== 'performer') refuseField('price', 'price_not_allowed')
  if (isPriced || previewId !== undefined) return refuseField('fileIds', 'file_required')
  return type === undefined || type === 'text' || type === 'tip' ? undefined : refuseField('fileIds', 'file_required')
}

/**
 * What delivers a request costs what was quoted, whatever its sender says.
 * @throws price_not_allowed for a price of its own, file_required, not_found, request_over, request_delivering; those of enclosedIn
 */
async function pricedAsQuoted(
  db: Db,
  actor: Actor,
  { id, performerId }: conversationQueries.Conversation,
  draft: Draft,
): Promise<Enclosed | undefined> {
  const enclosed = enclosedIn(actor, draft)
  const { requestId } = draft
  if (requestId === undefined) return enclosed
  if (actor.viewer.accountId !== performerId) refuse('not_found')
  if (!enclosed) return refuseField('fileIds', 'file_required')
  if (enclosed.isSale !== undefined || enclosed.price !== undefined) refuseField('price', 'price_not_allowed')
  const price = await requests().priceOf(db, { requestId, conversationId: id, performerId })
  return { ...enclosed, isSale: 'ppv', price: fromHundredths(price) }
}

/** What a performer sends becomes a work in the same transaction; what a fan sends stands beside the message. */
async function withFiles(
  db: Database,
  actor: Actor,
  { id, performerId }: conversationQueries.Conversation,
  message: messageQueries.New,
  { requestId, ...enclosed }: Enclosed & { requestId: string | undefined },
): Promise<Sent> {
  const { type, text, senderId } = message
  if (actor.viewer.role !== 'performer') return alone(db, actor, id, { ...message, fileIds: enclosed.fileIds }, async () => free)
  return alone(
    db,
    actor,
    id,
    message,
    async (tx) => {
      if (!isMedium(type)) throw new Error('files make no line of text')
      const made = await makeWork(tx, senderId, type, { ...enclosed, text })
      return { ...free, ...made, hasArrived: made.hasArrived && (requestId === undefined || (await requests().mayArrive(tx, requestId))) }
    },
    async (tx, messageId, hasArrived) => {
      if (requestId === undefined) return
      await requests().sent(tx, { requestId, conversationId: id, performerId, messageId })
      if (hasArrived) await requests().arrived(tx, requestId)
    },
  )
}

/** Whoever answers has read what they answer: also where they read it in the list, or by a client of their own. */
async function readBefore(db: Database, writerId: string, conversation: conversationQueries.Conversation): Promise<void> {
  const { lastOfPerformer, lastOfFan, readByPerformer, readByFan } = conversation
  const isAllRead = writerId === conversation.performerId ? lastOfFan <= readByPerformer : lastOfPerformer <= readByFan
  if (!isAllRead || isMarkedUnread(conversation, writerId)) await markReadWhole(db, writerId, conversation.id)
}

/** Writes together with everybody who writes in the same moment. */
export const write = batcher(
  async (db: Database, list: messageQueries.New[]) => {
    const written = await messageQueries.write(db, list).catch((error: unknown) => {
      // Another process kept one of them meanwhile under the same name; whoever asks now sees it.
      if (violates(error, 'sent_once')) return messageQueries.write(db, list)
      throw error
    })
    if (written.length !== list.length) throw new Error('messages were written for conversations that are not there')
    return written
  },
  // One statement for all of a moment, and one at a time: each of two has half as many in it, and costs more than is saved (bench/talk/messages).
  { maxSize: 256, serializedBy: ({ senderId, clientId }) => (clientId === null ? undefined : `${senderId} ${clientId}`) },
)

/** Asked once for everybody of the same moment. */
const conversationsBy = gatheredById(conversationQueries.conversations, ({ id }) => id)
export const messagesBy = gatheredById(messageQueries.messages, ({ id }) => id)

/** One's own conversation. @throws not_found for anybody else's */
export async function own(db: Db, accountId: string, id: string): Promise<conversationQueries.Conversation> {
  const found = (await conversationsBy(db, [id])).get(id)
  return found && (found.performerId === accountId || found.fanId === accountId) ? found : refuse('not_found')
}

export async function cleaned(db: Db, sent: string, type: messageQueries.Type): Promise<string> {
  const text = cleanText(sent)
  if (text === '' && type === 'text') refuseField('text', 'text_required')
  const limit = type === 'tip' ? mostTipLetters : mostLetters
  if (Array.from(text).length > limit) throw new Refusal('invalid', {}, [{ field: 'text', code: 'too_long', limit }])
  await refuseProhibited(db, { text })
  return text
}

function theSame({ id, sentHash }: { id: string; sentHash: Buffer }, now: Buffer): string {
  return sentHash.equals(now) ? id : refuse('idempotency_key_reused')
}

/** Of what was sent, but for its name and for what its writer was told it costs: that may be told anew when it is tried again. */
function hashOf(conversationId: string, { type = 'text', text = '', amount, ...draft }: Draft): Buffer {
  const { fileIds, isSale = 'free', price = null, previewId = null, requestId } = draft
  const enclosed = fileIds ? [fileIds, isSale, price, previewId, ...(requestId === undefined ? [] : [requestId])] : []
  const answers = draft.replyTo === undefined ? [] : [{ replyTo: draft.replyTo }]
  return hash('sha256', JSON.stringify([conversationId, type, text, amount ?? null, ...enclosed, ...answers]), 'buffer')
}

/** What a fan pays to write is held until it is read. */
async function payToWrite(
  db: Database,
  actor: Actor,
  { id, performerId }: conversationQueries.Conversation,
  message: messageQueries.New & { fileIds: readonly string[] },
  amount: number,
): Promise<Sent> {
  return alone(db, actor, id, message, async (tx, messageId) => {
    const performer = (await accounts.people(tx, [performerId])).get(performerId)
    const held = await wallet.hold(tx, {
      from: message.senderId,
      seller: performerId,
      amount,
      kind: 'message',
      reference: `message:${messageId}`,
      title: performer?.name ?? '',
      detail: { conversationId: id },
    })
    return { ...free, amount, transferId: held.transferId }
  })
}

async function tip(
  db: Database,
  actor: Actor,
  conversation: conversationQueries.Conversation,
  message: messageQueries.New,
  { tokens, writing }: { tokens: number | undefined; writing: Writing },
): Promise<Sent> {
  const { viewer, country } = actor
  if (tokens === undefined) throw new Refusal('invalid', {}, [{ field: 'amount', code: 'required' }])
  const amount = toHundredths(tokens)
  if (viewer.accountId === conversation.performerId) refuse('performers_cannot_buy')
  if (message.text !== '' && !mayCarryWords(writing, amount)) refuseField('amount', 'tip_below_price', { price: writing.price })
  return alone(db, actor, conversation.id, message, async (tx) => {
    const given = await earnings.tip(tx, viewer, country, { performerId: conversation.performerId, amount, message: message.text })
    return { ...free, amount, transferId: given.transferId }
  })
}

/**
 * A tip that was given elsewhere, on a page or under a post, stands in the conversation of the two where there is one. Its words stand there only where
 * they could have been written there, for as much: else they stay where it was given, and what it gave is no permission to write.
 */
export async function showTip(
  tx: Tx,
  {
    transferId,
    tipperId,
    performerId,
    amount,
    message,
    conversationId,
  }: { transferId: string; tipperId: string; performerId: string; amount: number; message: string; conversationId?: string },
): Promise<void> {
  const id = await conversationQueries.between(tx, performerId, tipperId)
  const conversation = id ? await conversationQueries.lock(tx, id) : undefined
  // One that was given in the conversation stands there already.
  if (!conversation || (await messageQueries.ofTransfer(tx, transferId))) return
  // Of one that was given here by the wallet's row that was judged before it was paid.
  const isWriting = conversationId !== undefined || (await mayTipWith(tx, conversation, amount))
  const tipped = {
    conversationId: conversation.id,
    senderId: tipperId,
    clientId: null,
    sentHash: null,
    type: 'tip' as const,
    text: isWriting ? message : '',
    author: 'person' as const,
    replyTo: null,
    isWriting,
  }
  const messageId = await messageQueries.nextId(tx)
  const change = await messageQueries.writeAlone(tx, conversation, { ...tipped, ...free, fileIds: [], id: messageId, amount, transferId })
  tx.afterCommit(() => tell('message/created', conversation, { messageId, change }))
}

/** Judged as in the conversation. From which country it was given is not known any more: who gave it was let through there. */
async function mayTipWith(tx: Tx, conversation: conversationQueries.Conversation, amount: number): Promise<boolean> {
  const tipper = await accounts.find(tx, conversation.fanId)
  if (!tipper) return false
  const isAdult = tipper.birthDate !== null && accounts.isAdultOn(tipper.birthDate, tx.now)
  const viewer = { accountId: conversation.fanId, isAdult }
  const [relation] = await relationsOf(tx, { viewer, country: ownNetwork }, [conversation])
  if (!relation) return false
  const writing = writingOf(viewer, conversation, relation)
  return writing.may && mayCarryWords(writing, amount)
}

/** What stands or falls with a message: what it cost its writer, and what a performer sent with it. */
type Together = Pick<Parameters<typeof messageQueries.writeAlone>[2], 'amount' | 'transferId' | 'workId' | 'hasArrived'>

const free: Together = { amount: 0, transferId: null, workId: null, hasArrived: true }

/**
 * A message that is more than a line of text: all of it is written, or nothing.
 * @param afterwards what follows from it once it is written
 */
async function alone(
  db: Database,
  actor: Actor,
  conversationId: string,
  { fileIds = [], ...message }: messageQueries.New & { fileIds?: readonly string[] },
  together: (tx: Tx, messageId: string) => Promise<Together>,
  afterwards: (tx: Tx, messageId: string, hasArrived: boolean) => Promise<void> = async () => {},
): Promise<Sent> {
  const sent = await db
    .transaction(async (tx) => {
      const conversation = (await conversationQueries.lock(tx, conversationId)) ?? refuse('not_found')
      // Sent twice in the same moment: the second one waited at the lock.
      const before = message.clientId === null ? undefined : await messageQueries.sentAs(tx, message.senderId, message.clientId)
      if (before) return { id: theSame(before, message.sentHash ?? Buffer.alloc(0)) }
      // A block that came since is heard before the money moves.
      const [relation] = await relationsOf(tx, actor, [conversation])
      if (!relation || relation.isHidden) refuse('messages_blocked')
      const id = await messageQueries.nextId(tx)
      const own = await together(tx, id)
      const number = await messageQueries.writeAlone(tx, conversation, { ...message, fileIds, id, ...own })
      await afterwards(tx, id, own.hasArrived)
      return { id, conversation, number, to: own.hasArrived ? undefined : message.senderId }
    })
    .catch((error: unknown) => {
      // The same name in another conversation, in the same moment.
      if (violates(error, 'sent_once')) return refuse('idempotency_key_reused')
      throw error
    })
  if (sent.conversation) tell('message/created', sent.conversation, { messageId: sent.id, change: sent.number }, sent.to)
  return { id: sent.id }
}
