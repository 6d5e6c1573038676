// Conversations and messages as one of their two people sees them.
import { quotedText } from '#contract/talk/limits.ts'
import type { Answered, Conversation, Message } from '#contract/talk/messaging.ts'
import type { RequestCard } from '#contract/talk/requests.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import { carriedBy, type Carried } from '#server/talk/messaging/media.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { requests } from '#server/talk/messaging/requested.ts'
import { isMarkedUnread, relationsOf, sideOf, writingOf, type Actor } from '#server/talk/messaging/relations.ts'

/** Messages as this reader sees them, with what they carry and what they answer. */
export async function messageForms(db: Db, actor: Actor, messages: readonly messageQueries.Message[]): Promise<Message[]> {
  const readerId = actor.viewer.accountId
  const answered = await messageQueries.answeredBy(db, messages)
  const asked = [...messages, ...answered].filter(({ type, deletedAt }) => type === 'request' && deletedAt === null)
  const [carried, cards] = await Promise.all([
    // Of what is answered only whether a buyer keeps it, deleted as it is, lies with its files.
    carriedBy(db, actor, [...messages, ...answered.filter(({ deletedAt }) => deletedAt !== null)]),
    asked.length === 0 ? new Map<string, RequestCard>() : requests().cards(db, readerId, asked),
  ])
  const form = (message: messageQueries.Message) => messageForm(message, readerId, carried.get(message.id), cards.get(message.id))
  const quotes = new Map(answered.map((message) => [placeOf(message.conversationId, message.number), quoteOf(form(message))]))
  return messages.map((message) => {
    const replyTo = message.replyTo === null ? undefined : quotes.get(placeOf(message.conversationId, message.replyTo))
    const shown = form(message)
    return replyTo && !shown.isDeleted ? { ...shown, replyTo } : shown
  })
}

const placeOf = (conversationId: string, number: number) => `${conversationId} ${number}`

/** What stands above an answer: never more than the message itself shows. */
function quoteOf({ _id, number, senderId, type, text, isDeleted, isRemoved }: Message): Answered {
  return { _id, number, senderId, type, text: quotedText(text), isDeleted, ...(isRemoved && { isRemoved }) }
}

function messageForm(
  message: messageQueries.Message,
  readerId: string,
  carried: Carried | undefined,
  request: RequestCard | undefined,
): Message {
  const {
    id,
    conversationId,
    number,
    change,
    arrived,
    senderId,
    clientId,
    author,
    campaignId,
    type,
    text,
    amount,
    settled,
    reaction,
    createdAt,
    editedAt,
    deletedAt,
    deletedBy,
    seenAt,
  } = message
  const isOwn = senderId === readerId
  const { isKept, rejectionReason, ...about } = carried ?? nothing
  // Who bought it keeps it, whatever became of the message.
  const isGone = deletedAt !== null && !isKept
  return {
    _id: id,
    conversationId,
    number,
    change,
    ...(arrived !== null && arrived !== number && { arrived }),
    ...(isOwn && clientId !== null && !clientId.startsWith(keyed) && { clientId }),
    senderId,
    author,
    ...(campaignId !== null && { campaignId }),
    type,
    text: isGone ? '' : text,
    isDeleted: isGone,
    // Of the two only its sender can delete it.
    ...(isGone && deletedBy !== null && deletedBy !== senderId && { isRemoved: true }),
    ...(!isGone && about),
    ...(request && { request }),
    ...(rejectionReason !== undefined && { rejectionReason }),
    // To its reader, too, what it was worth to somebody to write it; not what went back because it was not read in time.
    ...(amount > 0 && (isOwn || settled !== 'returned') && { amount: fromHundredths(amount) }),
    ...(isOwn && amount > 0 && type !== 'tip' && { isReturned: settled === 'returned' }),
    ...(isOwn && { seenAt: seenAt?.toISOString() ?? null }),
    ...(reaction !== null && !isGone && { reactions: isOwn ? { theirs: reaction } : { mine: reaction } }),
    createdAt: createdAt.toISOString(),
    ...(editedAt && !isGone && { editedAt: editedAt.toISOString() }),
  }
}

const nothing: Partial<Carried> = {}

/** What an Idempotency-Key is kept as: no client's own name begins so. */
export const keyed = 'key:'

/** These conversations as one of their people sees them, in the order given. */
export async function show(db: Db, actor: Actor, ids: readonly string[]): Promise<Conversation[]> {
  if (ids.length === 0) return []
  const { viewer } = actor
  const readerId = viewer.accountId
  const found = new Map((await conversationQueries.conversations(db, ids)).map((each) => [each.id, each]))
  const list = ids.flatMap((id) => found.get(id) ?? [])
  const others = [...new Set(list.map((each) => (each.performerId === readerId ? each.fanId : each.performerId)))]
  const [relations, outlines, cards, people, blocked, online] = await Promise.all([
    relationsOf(db, actor, list),
    conversationQueries.outlines(db, readerId, ids),
    profiles.userCards(db, others),
    accounts.people(db, others),
    blocks.blockedAmong(db, readerId, others),
    accounts.onlineAmong(db, others),
  ])
  const last = await messageQueries.messages(
    db,
    outlines.flatMap(({ messageId }) => messageId ?? []),
  )
  const said = new Map(last.map((each) => [each.id, each]))
  const newest = new Map((await messageForms(db, actor, last)).map((each) => [each.conversationId, each]))
  const unread = new Map(outlines.map((each) => [each.conversationId, each.unread]))
  return list.flatMap((conversation, place) => {
    const side = sideOf(conversation, readerId)
    const otherId = side === 'performer' ? conversation.fanId : conversation.performerId
    const [card, relation, last] = [cards.get(otherId), relations[place], newest.get(conversation.id)]
    if (!card || !relation) return []
    const isPerformer = people.get(otherId)?.role === 'performer'
    const own =
      side === 'performer'
        ? { pinned: conversation.pinnedByPerformer, archived: conversation.archivedByPerformer, muted: conversation.mutedByPerformer }
        : { pinned: conversation.pinnedByFan, archived: conversation.archivedByFan, muted: conversation.mutedByFan }
    return [
      {
        _id: conversation.id,
        type: 'private' as const,
        // Who hides from the reader, or from whom the reader hides, is not here to them.
        recipientInfo: { ...card, isPerformer, isOnline: online.has(otherId) && !relation.isHidden },
        ...(last && { lastMessage: inList(last, said.get(last._id), conversation, readerId), lastMessageCreatedAt: last.createdAt }),
        totalNotSeenMessages: unread.get(conversation.id) ?? 0,
        isBlocked: blocked.has(otherId),
        isSubscribed: relation.isSubscribing,
        isPinned: own.pinned,
        isArchived: own.archived,
        isMuted: own.muted,
        isMarkedUnread: isMarkedUnread(conversation, readerId),
        ...(side === 'fan' && { hearsCampaigns: !conversation.leftCampaigns, takesRequests: relation.takesRequests }),
        writing: writingOf(viewer, conversation, relation),
        ...marksOf(conversation, readerId),
      },
    ]
  })
}

/** What was paid to write is read where it is opened, and earned there: shown in a list it could be read, and taken back by its writer. */
function inList(
  shown: Message,
  message: messageQueries.Message | undefined,
  conversation: conversationQueries.Conversation,
  readerId: string,
): Message {
  const isHeld =
    message !== undefined &&
    message.senderId !== readerId &&
    messageQueries.isHeld(message) &&
    (message.arrived ?? message.number) > marksOf(conversation, readerId).readTo
  if (!isHeld) return shown
  const { files: _files, inside: _inside, replyTo: _replyTo, ...outside } = shown
  return { ...outside, text: '', isHeld: true }
}

export function marksOf(conversation: conversationQueries.Conversation, readerId: string) {
  const { lastChange: change, readByPerformer, readByFan, toldReadByPerformer, toldReadByFan } = conversation
  return sideOf(conversation, readerId) === 'performer'
    ? { change, readTo: readByPerformer, seenTo: toldReadByFan }
    : { change, readTo: readByFan, seenTo: toldReadByPerformer }
}
