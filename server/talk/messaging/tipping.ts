// A tip that is given by the row of the wallet, and in a conversation: earnings asks before (money/earnings/tipped-conversations.ts), and its line is
// written when the tip is heard of (listeners.ts).
import type { TippedConversation } from '#server/money/earnings/earnings.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import { mayCarryWords, relationsOf, writingOf } from '#server/talk/messaging/relations.ts'
import { refuseWriting } from '#server/talk/messaging/requested.ts'
import * as conversationQueries from '#server/talk/messaging/conversation-queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'

/**
 * As a tip that is written there is judged.
 * @throws at conversationId: not_found for none, a room or another's, conversation_with_another; tip_bears_a_name, tip_below_price, messages_closed,
 * messages_blocked, birth_date_required
 */
export const judgeTip: TippedConversation = async (db, { conversationId, performerId, tipper, country, amount, message, isAnonymous }) => {
  const [conversation] = await conversationQueries.conversations(db, [conversationId])
  if (!conversation || conversation.fanId !== tipper.accountId) return refuseField('conversationId', 'not_found')
  if (conversation.performerId !== performerId) refuseField('conversationId', 'conversation_with_another')
  if (isAnonymous) refuseField('anonymous', 'tip_bears_a_name')
  const birthDate = (await accounts.find(db, tipper.accountId))?.birthDate ?? null
  const viewer = { accountId: tipper.accountId, isAdult: birthDate !== null && accounts.isAdultOn(birthDate, db.now) }
  const [relation] = await relationsOf(db, { viewer, country }, [conversation])
  if (!relation) return refuseField('conversationId', 'not_found')
  const writing = writingOf(viewer, conversation, relation)
  refuseWriting(writing)
  if (message !== '' && !mayCarryWords(writing, amount)) refuseField('amount', 'tip_below_price', { price: writing.price })
}
