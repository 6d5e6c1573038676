// What a performer sent arrives once it is let out and nothing of it is processed any more; and both hear of what becomes of it afterwards: a decision of
// staff, a purchase, a refund, a fan's film that is ready. Each conversation is a transaction of its own.
import type { Database, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import { stageOf } from '#server/talk/messaging/media.ts'
import { requests } from '#server/talk/messaging/requested.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { tell } from '#server/talk/messaging/pushes.ts'
import '#server/talk/messaging/events.ts'

/** @param by who of staff decided */
export async function follow(db: Database, messageIds: readonly string[], by?: string): Promise<void> {
  throwAll(await runIsolated(messageIds, (id) => db.transaction((tx) => followOne(tx, id, by))))
}

/** One that nothing holds up any more. */
export function arriveIfReady(db: Database, messageId: string): Promise<void> {
  return db.transaction((tx) => followOne(tx, messageId, undefined, true))
}

async function followOne(tx: Tx, messageId: string, by: string | undefined, isOnlyToArrive = false): Promise<void> {
  const [found] = await messageQueries.messages(tx, [messageId])
  const conversation = found && (await conversationQueries.lock(tx, found.conversationId))
  // Under the lock: deleted meanwhile, or arrived.
  const [message] = await messageQueries.messages(tx, [messageId])
  if (!conversation || !message) return
  const at = message.workId === null ? 'ready' : await stageOf(tx, message.workId)
  if (message.arrived === null && message.deletedAt === null && at === 'ready') {
    const requestId = await requests().deliveredBy(tx, messageId)
    if (requestId !== undefined && !(await requests().mayArrive(tx, requestId))) return
    const change = await messageQueries.arrive(tx, conversation, message)
    await announce(tx, 'message.arrived', { messageId, conversationId: conversation.id })
    tx.afterCommit(() => tell('message/created', conversation, { messageId, change }))
    return requestId === undefined ? undefined : requests().arrived(tx, requestId)
  }
  if (isOnlyToArrive) return
  if (message.arrived === null && (at === 'rejected' || at === 'failed')) await requests().failed(tx, messageId, 'refused')
  // Whoever has it reads that it was taken away; whoever does not never hears of it.
  if (message.arrived !== null && message.deletedAt === null && at === 'rejected' && by !== undefined) {
    const change = await messageQueries.markDeleted(tx, message, by)
    return tx.afterCommit(() => tell('message/deleted', conversation, { messageId, change }))
  }
  const change = await messageQueries.touch(tx, message)
  const to = message.arrived === null ? message.senderId : undefined
  tx.afterCommit(() => tell('message/edited', conversation, { messageId, change }, to))
}
