// Read marks, and what reading does: what a fan paid to write is the performer's once it is read, and comes back when seven days pass unread.
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { isMarkedUnread, sideOf } from '#server/talk/messaging/relations.ts'
import { tell, tellMany } from '#server/talk/messaging/pushes.ts'
import type {} from '#server/talk/messaging/events.ts'

const daysToRead = 7

interface Read {
  /** What is unread now, counted to a hundred. */
  unread: number
  readTo: number
  change: number
  /** False where there is more to be read, and to be earned, than goes into one transaction. */
  isWhole: boolean
}

/** So much is earned in one transaction: whoever writes meanwhile waits for it. */
const mostEarned = 50

/** Marks a conversation as read, as often as it takes. @throws not_found for anybody else's */
export async function markReadWhole(db: Database, readerId: string, id: string, to?: number): Promise<Read> {
  for (;;) {
    const read = await db.transaction((tx) => markRead(tx, readerId, id, to))
    if (read.isWhole) return read
  }
}

/** Marks a conversation as read, up to a number or to its end, or as far as what is earned by it goes. The mark never moves back. @throws not_found for anybody else's */
async function markRead(tx: Tx, readerId: string, id: string, to?: number): Promise<Read> {
  const conversation = (await conversationQueries.lock(tx, id)) ?? refuse('not_found')
  if (conversation.performerId !== readerId && conversation.fanId !== readerId) refuse('not_found')
  const side = sideOf(conversation, readerId)
  const [readTo, newest] =
    side === 'performer' ? [conversation.readByPerformer, conversation.lastOfFan] : [conversation.readByFan, conversation.lastOfPerformer]
  // Only what the other one said is read: a mark that moves for nothing would be a change that tells of nothing.
  const asked = Math.min(to ?? newest, newest)
  const held = side === 'performer' && asked > readTo ? await messageQueries.heldUpTo(tx, id, asked, mostEarned + 1) : []
  const isWhole = held.length <= mostEarned
  const mark = isWhole ? asked : (held[mostEarned - 1]?.number ?? asked)
  const otherId = side === 'performer' ? conversation.fanId : conversation.performerId
  const isTold = (await blocks.blocksBetween(tx, readerId, [otherId])).size === 0
  const moved = mark > readTo ? await conversationQueries.markRead(tx, conversation, side, readerId, { to: mark, isTold }) : undefined
  const earned = moved === undefined ? undefined : await settleHeld(tx, conversation, held.slice(0, mostEarned))
  const change = earned ?? moved
  if (change !== undefined) tx.afterCommit(() => tell('message/read', conversation, { change }, isTold ? undefined : readerId))
  if (isMarkedUnread(conversation, readerId)) {
    await conversationQueries.arrange(tx, id, side, { isMarkedUnread: false })
    tx.afterCommit(() => tellMany([readerId]))
  }
  const [outline] = await conversationQueries.outlines(tx, readerId, [id])
  return { unread: outline?.unread ?? 0, readTo: moved === undefined ? readTo : mark, change: change ?? conversation.lastChange, isWhole }
}

/** What was held is the performer's now; but for what came back on another way meanwhile, and where one of the two blocked the other before it was read. */
async function settleHeld(
  tx: Tx,
  { performerId, fanId }: conversationQueries.Conversation,
  held: readonly messageQueries.Message[],
): Promise<number | undefined> {
  let change: number | undefined
  const isBlocked = held.length > 0 && (await blocks.blocksBetween(tx, performerId, [fanId])).has(fanId)
  for (const message of held) {
    const heldId = message.transferId
    if (heldId === null) continue
    const isEarned = !isBlocked && (await isReleased(tx, heldId, performerId))
    change = await messageQueries.settle(tx, message, isEarned ? 'earned' : 'returned')
    if (isBlocked) await wallet.reverse(tx, heldId, { reason: 'blocked before it was read', by: null })
  }
  return change
}

/** False when the hold was given back: by staff, or because the payment behind it was taken back. */
async function isReleased(tx: Tx, heldId: string, creator: string): Promise<boolean> {
  try {
    await earnings.earnHeld(tx, { heldId, creator })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false
    throw error
  }
}

/** The money of a message went back on another way: the conversation says so, too. */
export async function followRefund(tx: Tx, transferId: string): Promise<void> {
  const paid = await messageQueries.ofTransfer(tx, transferId)
  const [found] = paid ? await messageQueries.messages(tx, [paid.id]) : []
  const conversation = found && (await conversationQueries.lock(tx, found.conversationId))
  const [message] = found ? await messageQueries.messages(tx, [found.id]) : []
  if (!conversation || !message || message.type === 'tip' || message.settled === 'returned') return
  const change = await messageQueries.settle(tx, message, 'returned')
  tx.afterCommit(() => tell('message/edited', conversation, { messageId: message.id, change }))
}

/** Those that nobody read in time, a batch of them. */
export function unreadInTime(db: Db, limit: number): Promise<string[]> {
  return messageQueries.heldSince(db, new Date(db.now.getTime() - daysToRead * 86_400_000), limit)
}

/** What is held between two people: after a block nobody will read it. */
export const heldBetween = messageQueries.heldBetween

/** Gives back what was held for a message. False when it was read, or given back, in the meantime. */
export async function giveBack(db: Database, messageId: string, reason: string): Promise<boolean> {
  return db.transaction((tx) => giveBackIn(tx, messageId, reason))
}

/** Nobody read it in time: who paid hears of it. */
export async function giveBackUnread(db: Database, messageId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await giveBackIn(tx, messageId, 'unread for seven days'))) return false
    const [message] = await messageQueries.messages(tx, [messageId])
    const [conversation] = message ? await conversationQueries.conversations(tx, [message.conversationId]) : []
    if (!message || !conversation) throw new Error('a message that was given back is not there')
    const { id: conversationId, performerId, fanId } = conversation
    await announce(tx, 'message.returned', { messageId, conversationId, performerId, fanId, amount: message.amount })
    return true
  })
}

export async function giveBackIn(tx: Tx, messageId: string, reason: string): Promise<boolean> {
  const [found] = await messageQueries.messages(tx, [messageId])
  if (!found) return false
  const conversation = await conversationQueries.lock(tx, found.conversationId)
  // Under the lock: read meanwhile, or not.
  const [message] = await messageQueries.messages(tx, [messageId])
  if (!conversation || !message || message.transferId === null || !messageQueries.isHeld(message)) return false
  const change = await messageQueries.settle(tx, message, 'returned')
  await wallet.reverse(tx, message.transferId, { reason, by: null })
  tx.afterCommit(() => tell('message/edited', conversation, { messageId, change }))
  return true
}
