// Conversations between a fan and a performer (calls.md section 8, docs/adr/0013).
// Promises: each change of a conversation has the next number, without a gap; a message is kept before it is acknowledged, and once, however often
// it is sent; nobody reads or writes in a conversation of others; what a fan pays to write is the performer's only when it is read.
// Leaves to others: the money (wallet, earnings), who hides from whom (blocks), telling people who are not looking (notifications).
import type { Conversation, Message } from '#contract/talk/messaging.ts'
import type { Messages } from '#server/catalogue/access/access.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { isSubscribing } from '#server/money/subscriptions/subscriptions.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { isFollowing } from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import { containing, type Count, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import { follow } from '#server/talk/messaging/arriving.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import '#server/talk/messaging/events.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { giveBackIn } from '#server/talk/messaging/reading.ts'
import { onOwnList } from '#server/talk/messaging/own-lists.ts'
import { requests } from '#server/talk/messaging/requested.ts'
import * as rooms from '#server/talk/messaging/rooms.ts'
import { isMarkedUnread, relationsOf, sideOf, writingOf, type Actor } from '#server/talk/messaging/relations.ts'
import { cleaned, messagesBy, own, type Sent } from '#server/talk/messaging/sending.ts'
import { marksOf, messageForms, show } from '#server/talk/messaging/shown.ts'
import { tell, tellMany } from '#server/talk/messaging/pushes.ts'

export { arriveIfReady } from '#server/talk/messaging/arriving.ts'
export type { Conversation as Locked } from '#server/talk/messaging/conversation-queries.ts'
export {
  lock,
  refuseApart,
  refuseUnwritten,
  touchRequest,
  useRequests,
  writeRequest,
  type Delivery,
  type Requests,
} from '#server/talk/messaging/requested.ts'
export * as rooms from '#server/talk/messaging/rooms.ts'
export type { Actor } from '#server/talk/messaging/relations.ts'
export {
  isUnreadBy,
  leftCampaignIds,
  unansweredOf,
  waitingAt,
  waitingSince,
  type Waiting,
  wroteTo,
} from '#server/talk/messaging/conversation-queries.ts'
export { authoredBy, openedOf, takeBack, writeToMany, type ToMany } from '#server/talk/messaging/many.ts'
export { enclosuresOf, isMedium, makeWork, mediumOf, type Enclosure } from '#server/talk/messaging/media.ts'
export { useOwnLists } from '#server/talk/messaging/own-lists.ts'
export { react, takeBackReaction } from '#server/talk/messaging/reacting.ts'
export { markReadWhole } from '#server/talk/messaging/reading.ts'
export { countHeldOf } from '#server/talk/messaging/message-queries.ts'
export { send } from '#server/talk/messaging/sending.ts'
export { judgeTip } from '#server/talk/messaging/tipping.ts'
export { keyed } from '#server/talk/messaging/shown.ts'

/**
 * The conversation with somebody, begun where there is none. Somebody who is not there, hides or was blocked is not found, also where
 * there is one: that stays readable by its own id.
 * @throws not_found, not_allowed for a performer who asks for a fan that neither follows, subscribes nor ever wrote
 */
export async function begin(
  tx: Tx,
  actor: Actor,
  { source, sourceId }: { source: 'performer' | 'user'; sourceId: string },
): Promise<string> {
  const { viewer } = actor
  const other = (await accounts.people(tx, [sourceId])).get(sourceId)
  if (!other || other.state !== 'active' || other.role !== source || sourceId === viewer.accountId) return refuse('not_found')
  await accounts.refuseOwn(tx, viewer.accountId, sourceId)
  const isFans = viewer.role === 'user' && other.role === 'performer'
  if (!isFans && !(viewer.role === 'performer' && other.role === 'user')) return refuse('not_allowed')
  const two = isFans ? { performerId: sourceId, fanId: viewer.accountId } : { performerId: viewer.accountId, fanId: sourceId }
  const [relation] = await relationsOf(tx, actor, [two])
  if (!relation || relation.isHidden) return refuse('not_found')
  const before = await conversationQueries.between(tx, two.performerId, two.fanId)
  if (before) return before
  if (!isFans && writingOf(viewer, { ...two, fanWrote: false }, relation).why === 'not_following') refuse('not_allowed')
  return conversationQueries.begin(tx, two.performerId, two.fanId)
}

export interface Wanted {
  keyword?: string | undefined
  unread?: boolean | undefined
  list?: conversationQueries.List | undefined
  /** One of a performer's own lists of fans. */
  listId?: string | undefined
  /** One that is listed with what is unread or unanswered whatever became of it meanwhile. */
  stays?: string | undefined
}

/** The pinned ones first, then newest activity first. Staff have none. @throws prohibited_term for words that nobody may look for, not_found at listId for another's */
export async function inbox(
  db: Db,
  actor: Actor,
  { keyword = '', unread, list, listId, stays }: Wanted,
  page: { limit: number; offset: number },
): Promise<{ data: Conversation[] } & Count> {
  const { accountId, role } = actor.viewer
  if (role === 'staff') return { data: [], total: 0 }
  await refuseProhibited(db, { keyword })
  const { ids, ...count } = await conversationQueries.inbox(
    db,
    {
      side: role === 'performer' ? 'performer' : 'fan',
      accountId,
      like: keyword.trim() === '' ? undefined : containing(keyword),
      isUnread: unread,
      list,
      stays,
      listed: listId === undefined ? undefined : await onOwnList(db, accountId, listId),
      related:
        list === 'subscribers' ? (fan, performer) => isSubscribing(db, fan, performer) : list === 'followers' ? isFollowing : undefined,
    },
    page,
  )
  return { data: await show(db, actor, ids), ...count }
}

/** One's own conversation. @throws not_found for anybody else's */
export async function showOne(db: Db, actor: Actor, id: string): Promise<Conversation> {
  await own(db, actor.viewer.accountId, id)
  const [shown] = await show(db, actor, [id])
  if (!shown) return refuse('not_found')
  const tint = await profiles.tintOf(db, shown.recipientInfo._id)
  return { ...shown, ...(tint && { tint }) }
}

/**
 * Pinned, archived, muted, marked as unread, without mass messages: for the asker alone, so no change of the conversation.
 * @throws not_found, not_allowed for a performer who speaks of mass messages
 */
export async function arrange(tx: Tx, { viewer }: Actor, id: string, how: conversationQueries.Arrangement): Promise<void> {
  const conversation = await own(tx, viewer.accountId, id)
  const side = sideOf(conversation, viewer.accountId)
  if (how.hearsCampaigns !== undefined && side !== 'fan') refuse('not_allowed')
  await conversationQueries.arrange(tx, id, side, how)
  if (how.isMarkedUnread !== undefined && how.isMarkedUnread !== isMarkedUnread(conversation, viewer.accountId))
    tx.afterCommit(() => tellMany([viewer.accountId]))
}

/** Whether a fan ever wrote to this performer. */
export async function hasWritten(db: Db, performerId: string, fanId: string): Promise<boolean> {
  const id = await conversationQueries.between(db, performerId, fanId)
  const [conversation] = id ? await conversationQueries.conversations(db, [id]) : []
  return conversation?.fanWrote ?? false
}

interface Marks {
  change: number
  readTo: number
  seenTo: number
}

/** The newest messages, or those before a number, oldest first. @throws not_found */
export async function page(
  db: Db,
  actor: Actor,
  id: string,
  window: { limit: number; offset: number; before?: number | undefined },
): Promise<{ data: Message[] } & Count & Marks> {
  const { accountId } = actor.viewer
  const conversation = await own(db, accountId, id)
  const { rows, ...count } = await messageQueries.page(db, id, accountId, window)
  // The mark was read before the messages: what came between the two is told again by the next question, never left out.
  return { data: await messageForms(db, actor, rows), ...count, ...marksOf(conversation, accountId) }
}

/** What happened after a change, so much of it. @throws not_found */
export async function changes(
  db: Db,
  actor: Actor,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ messages: Message[]; isAll: boolean; totalNotSeenMessages: number } & Marks> {
  const { accountId } = actor.viewer
  const conversation = await own(db, accountId, id)
  const [rows, [outline]] = await Promise.all([
    messageQueries.changedAfter(db, id, accountId, after, limit + 1),
    conversationQueries.outlines(db, accountId, [id]),
  ])
  const messages = rows.slice(0, limit)
  const isAll = rows.length <= limit
  const marks = marksOf(conversation, accountId)
  return {
    messages: await messageForms(db, actor, messages),
    ...marks,
    // The conversation was read before its messages: of what came between the two a read mark may be missing, so it is told again.
    change: Math.min(marks.change, isAll ? marks.change : (messages.at(-1)?.change ?? after)),
    isAll,
    totalNotSeenMessages: outline?.unread ?? 0,
  }
}

/** How much somebody has not read, in all. */
export function totalUnread(db: Db, { accountId, role }: Actor['viewer']): Promise<number> {
  return role === 'staff' ? Promise.resolve(0) : conversationQueries.unreadOf(db, role === 'performer' ? 'performer' : 'fan', accountId)
}

/** As its reader sees it. @throws not_found for what stands in another's conversation, or is gone from the reader's list */
export async function showMessage(db: Db, actor: Actor, id: string): Promise<Message> {
  const [shown] = await messageForms(db, actor, [await readable(db, actor, id)])
  return shown ?? refuse('not_found')
}

/** What was just sent, as its sender sees it. */
export async function showSent(db: Db, actor: Actor, { id, message }: Sent): Promise<Message> {
  const [shown] = await messageForms(db, actor, [message ?? (await readable(db, actor, id))])
  return shown ?? refuse('not_found')
}

async function readable(db: Db, { viewer: { accountId } }: Actor, id: string): Promise<messageQueries.Message> {
  const message = (await messagesBy(db, [id])).get(id)
  if (!message || (message.arrived === null && message.senderId !== accountId)) return refuse('not_found')
  if (message.senderId !== accountId) await own(db, accountId, message.conversationId)
  return message
}

/** The work that a performer's message carries. @throws not_found */
export async function workIn(tx: Tx, messageId: string): Promise<string> {
  const [message] = await messageQueries.messages(tx, [messageId])
  return message?.workId ?? refuse('not_found')
}

/** For whoever judges one: as it stands, deleted or not. */
export async function asWritten(db: Db, id: string): Promise<messageQueries.Message | undefined> {
  return (await messagesBy(db, [id])).get(id)
}

/** For staff who judge a message: it and those around it that had arrived, as they were written. That somebody looked is the asker's to record. */
export function linesAround(db: Db, message: Pick<messageQueries.Message, 'conversationId' | 'number'>, each: number) {
  return messageQueries.around(db, message, each)
}

/** The work that a message carries, for whoever unlocks it. @throws not_found, not_for_sale where it carries none */
export async function workOf(db: Db, actor: Actor, id: string): Promise<string> {
  return (await readable(db, actor, id)).workId ?? refuse('not_for_sale')
}

/** What was unlocked just now is another message to both. */
export async function unlocked(db: Database, actor: Actor, workId: string): Promise<void> {
  await follow(db, await messageQueries.sentTo(db, actor.viewer.accountId, workId))
}

/** What access asks: who was sent what. */
export const sent: Messages = {
  received: async (db, readerId, workIds) => new Set(await messageQueries.received(db, readerId, workIds)),
  maySee: messageQueries.isSentTo,
}

/** In which message, and where, somebody was sent each of these works first. */
export async function whereSent(
  db: Db,
  fanId: string,
  workIds: readonly string[],
): Promise<Map<string, { _id: string; conversationId: string }>> {
  const sentTo = workIds.length === 0 ? [] : await messageQueries.placesOf(db, fanId, workIds)
  return new Map(sentTo.map(({ workId, id, conversationId }) => [workId, { _id: id, conversationId }]))
}

/** Where somebody sent each of these works: in a conversation, or to many. */
export async function whereSentBy(db: Db, senderId: string, workIds: readonly string[]): Promise<Map<string, Place>> {
  return new Map((await messageQueries.placesOfSent(db, senderId, workIds)).map((place) => [place.workId, place]))
}

export type Place = messageQueries.Place
export type OwnLine = messageQueries.OwnLine

const ownLinesAtOnce = 500

/** All that somebody wrote themselves to anybody and has not deleted, conversation by conversation, in pages. Never what was written to them, and no file. */
export async function* writtenBy(db: Db, senderId: string): AsyncGenerator<readonly OwnLine[]> {
  for (const conversationId of await messageQueries.spokeIn(db, senderId)) {
    let after = 0
    let lines
    do {
      lines = await messageQueries.ownLines(db, senderId, conversationId, after, ownLinesAtOnce)
      after = lines.at(-1)?.number ?? after
      if (lines.length > 0) yield lines.map(({ number: _place, ...line }) => line)
    } while (lines.length === ownLinesAtOnce)
  }
}

const mostMegabytesADay = 500

/** A fan has no library: what they upload is for a message. @throws not_allowed for staff, birth_date_required, too_much_in_a_day */
export async function refuseUpload(db: Db, { accountId, role, isAdult }: Member, bytes: number): Promise<void> {
  if (role === 'staff') refuse('not_allowed')
  if (role !== 'user') return
  if (!isAdult) refuse('birth_date_required')
  const today = await files.bytesSince(db, accountId, new Date(db.now.getTime() - 86_400_000))
  if (today + bytes > mostMegabytesADay * 1024 * 1024) refuse('too_much_in_a_day', { megabytes: mostMegabytesADay })
}

/** What fans may send in pieces, for a message: what they may send whole, by the same rules. */
export const inPieces = { purposes: ['photo', 'video', 'audio'] as const, refuse: refuseUpload }

/** What goes back to its sender when staff take it away, in hundredths: what was paid to write it, while nobody has read it. */
export async function heldIn(db: Db, message: messageQueries.Message): Promise<number> {
  const { conversationId, amount, number } = message
  if (!messageQueries.isHeld(message)) return 0
  const [conversation] = await conversationQueries.conversations(db, [conversationId])
  return conversation && number > conversation.readByPerformer ? amount : 0
}

const editableMinutes = 15

/** @throws not_found for another's, edit_time_over, message_is_paid, messages_blocked, prohibited_term */
export async function edit(tx: Tx, actor: Actor, id: string, sent: string): Promise<void> {
  const [found] = await messageQueries.messages(tx, [id])
  if (!found || found.senderId !== actor.viewer.accountId || found.deletedAt) return refuse('not_found')
  const conversation = (await conversationQueries.lock(tx, found.conversationId)) ?? refuse('not_found')
  if (found.type === 'tip' || found.amount > 0) refuse('message_is_paid')
  if (found.type === 'request') refuse('message_is_request')
  if (found.type !== 'text') refuse('message_has_files')
  if (tx.now.getTime() >= found.createdAt.getTime() + editableMinutes * 60_000) refuse('edit_time_over')
  const [relation] = await relationsOf(tx, actor, [conversation])
  if (!relation || relation.isHidden) refuse('messages_blocked')
  const text = await cleaned(tx, sent, 'text')
  const [message] = await messageQueries.messages(tx, [id])
  if (!message || message.deletedAt) return refuse('not_found')
  if (text === message.text) return
  const change = await messageQueries.rewrite(tx, message, text)
  tx.afterCommit(() => tell('message/edited', conversation, { messageId: id, change }))
}

/**
 * By its sender or by staff. What it cost and was not read comes back to who wrote it.
 * @throws not_found for another's, message_is_paid for a tip and for what was paid to write and is earned, message_is_request
 */
export async function remove(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { viewer } = actor
  const [found] = await messageQueries.messages(tx, [id])
  const isStaff = viewer.role === 'staff'
  if (found && (await rooms.removeLine(tx, actor, found))) return
  if (!found || (found.senderId !== viewer.accountId && !isStaff)) return refuse('not_found')
  if (found.type === 'tip' && !isStaff) refuse('message_is_paid')
  if (found.type === 'request' && !isStaff) refuse('message_is_request')
  const conversation = (await conversationQueries.lock(tx, found.conversationId)) ?? refuse('not_found')
  const [message] = await messageQueries.messages(tx, [id])
  if (!message || message.deletedAt) return
  if (message.settled === 'earned' && !isStaff) refuse('message_is_paid')
  const change = await messageQueries.markDeleted(tx, message, viewer.accountId)
  if (message.arrived === null) await requests().failed(tx, id, 'taken back')
  if (isStaff) {
    const detail = { conversationId: conversation.id, senderId: message.senderId }
    await record(tx, { actorId: viewer.accountId, action: 'messaging.deleted', subject: { kind: 'message', id }, detail })
    if (message.workId === null && message.type !== 'request' && message.arrived !== null)
      await announce(tx, 'message.removed', { messageId: id, conversationId: conversation.id, senderId: message.senderId })
  }
  // Gone for everybody but those who bought it, once nobody else has it.
  const { workId } = message
  if (workId !== null && (await messageQueries.carrying(tx, { workIds: [workId], fileId: null })).length === 0)
    await works.remove(tx, workId)
  tx.afterCommit(() =>
    tell('message/deleted', conversation, { messageId: id, change }, message.arrived === null ? message.senderId : undefined),
  )
  if (message.type === 'request') return requests().removed(tx, id, viewer.accountId)
  if (message.number > conversation.readByPerformer) await giveBackIn(tx, id, 'deleted unread')
}

/** Photos, films and sound that somebody sent and who is gone: their lines are deleted, and the files are nobody's. Their words stay in others' conversations. */
export async function forgetFiles(tx: Tx, senderId: string): Promise<void> {
  for (const message of await messageQueries.withOwnFiles(tx, senderId)) {
    if (message.deletedAt === null) await messageQueries.markDeleted(tx, message, senderId)
    await messageQueries.dropFiles(tx, message.id)
  }
}
