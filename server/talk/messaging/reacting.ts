// What the one to whom something was said makes of it, in one picture. A column of the message and no table: nobody reacts to their own, so that there is
// one at most, and the message's row is written anyway, because a reaction is a change of the conversation like any other (docs/adr/0013).
import type { Reaction } from '#contract/talk/messaging.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import * as messageQueries from '#server/talk/messaging/message-queries.ts'
import { tell } from '#server/talk/messaging/pushes.ts'
import { relationsOf, writingOf, type Actor } from '#server/talk/messaging/relations.ts'
import { refuseWriting } from '#server/talk/messaging/requested.ts'

/**
 * The same again changes nothing. It costs nothing, also where a message does.
 * @throws not_found for what one does not see, not_allowed for one's own, and why one may not write (sending)
 */
export async function react(tx: Tx, actor: Actor, id: string, reaction: Reaction): Promise<void> {
  const { conversation, message } = await locked(tx, actor, id)
  if (message.senderId === actor.viewer.accountId) refuse('not_allowed')
  const [relation] = await relationsOf(tx, actor, [conversation])
  if (!relation) return refuse('not_found')
  refuseWriting(writingOf(actor.viewer, conversation, relation))
  await change(tx, conversation, message, reaction)
}

/** Also where one may not write any more. @throws not_found for what one does not see */
export async function takeBackReaction(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { conversation, message } = await locked(tx, actor, id)
  // Nobody has any on their own, and the other one's is not theirs to take.
  if (message.senderId !== actor.viewer.accountId) await change(tx, conversation, message, null)
}

/** A message that stands in one's own conversation, and has reached both. */
async function locked(
  tx: Tx,
  { viewer: { accountId } }: Actor,
  id: string,
): Promise<{ conversation: conversationQueries.Conversation; message: messageQueries.Message }> {
  const [found] = await messageQueries.messages(tx, [id])
  const conversation = found && (await conversationQueries.lock(tx, found.conversationId))
  if (!conversation || ![conversation.performerId, conversation.fanId].includes(accountId)) return refuse('not_found')
  // Under the lock: deleted meanwhile, or arrived.
  const [message] = await messageQueries.messages(tx, [id])
  if (!message || message.deletedAt !== null || message.arrived === null) return refuse('not_found')
  return { conversation, message }
}

async function change(
  tx: Tx,
  conversation: conversationQueries.Conversation,
  message: messageQueries.Message,
  reaction: Reaction | null,
): Promise<void> {
  if (message.reaction === reaction) return
  const number = await messageQueries.react(tx, message, reaction)
  tx.afterCommit(() => tell('message/edited', conversation, { messageId: message.id, change: number }))
}
