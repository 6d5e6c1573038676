// Read marks, and what reading does: what a fan paid to write is the performer's once it is read, and comes back when seven days pass unread.
import * as earnings from '#server/money/earnings/earnings.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/talk/messaging/queries.ts'
import { sideOf } from '#server/talk/messaging/relations.ts'
import { tell } from '#server/talk/messaging/pushes.ts'

const daysToRead = 7

interface Read {
  /** What is unread now, counted to a hundred. */
  unread: number
  readTo: number
  change: number
}

/** Marks a conversation as read, up to a number or to its end. The mark never moves back. @throws not_found for anybody else's */
export async function markRead(tx: Tx, readerId: string, id: string, to?: number): Promise<Read> {
  const conversation = (await queries.lock(tx, id)) ?? refuse('not_found')
  if (conversation.performerId !== readerId && conversation.fanId !== readerId) refuse('not_found')
  const side = sideOf(conversation, readerId)
  const [readTo, newest] =
    side === 'performer' ? [conversation.readByPerformer, conversation.lastOfFan] : [conversation.readByFan, conversation.lastOfPerformer]
  // Only what the other one said is read: a mark that moves for nothing would be a change that tells of nothing.
  const mark = Math.min(to ?? newest, newest)
  const moved = mark > readTo ? await queries.markRead(tx, conversation, side, readerId, mark) : undefined
  const earned = moved !== undefined && side === 'performer' ? await earn(tx, conversation, mark) : undefined
  const change = earned ?? moved
  if (change !== undefined) tx.afterCommit(() => tell('message/read', conversation, { change }))
  const [outline] = await queries.outlines(tx, readerId, [id])
  return { unread: outline?.unread ?? 0, readTo: moved === undefined ? readTo : mark, change: change ?? conversation.lastChange }
}

async function earn(tx: Tx, { id, performerId }: queries.Conversation, to: number): Promise<number | undefined> {
  let change: number | undefined
  for (const message of await queries.heldUpTo(tx, id, to)) {
    if (message.transferId === null) continue
    change = await queries.settle(tx, message, 'earned')
    await earnings.earnHeld(tx, { heldId: message.transferId, creator: performerId })
  }
  return change
}

/** Those that nobody read in time, a batch of them. */
export function unreadInTime(db: Db, limit: number): Promise<string[]> {
  return queries.heldSince(db, new Date(db.now.getTime() - daysToRead * 86_400_000), limit)
}

/** What is held between two people: after a block nobody will read it. */
export const heldBetween = queries.heldBetween

/** Gives back what was held for a message. False when it was read, or given back, in the meantime. */
export async function giveBack(db: Database, messageId: string, reason: string): Promise<boolean> {
  return db.transaction((tx) => giveBackIn(tx, messageId, reason))
}

export async function giveBackIn(tx: Tx, messageId: string, reason: string): Promise<boolean> {
  const [found] = await queries.messages(tx, [messageId])
  if (!found) return false
  const conversation = await queries.lock(tx, found.conversationId)
  // Under the lock: read meanwhile, or not.
  const [message] = await queries.messages(tx, [messageId])
  if (!conversation || !message?.transferId || message.settled !== null || message.type === 'tip' || message.amount === 0) return false
  const change = await queries.settle(tx, message, 'returned')
  await wallet.reverse(tx, message.transferId, { reason, by: null })
  tx.afterCommit(() => tell('message/edited', conversation, { messageId, change }))
  return true
}
