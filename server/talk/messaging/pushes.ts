// Who is told of a change, once it is durable: the open screens of both sides. A hint and no more: the change number in it tells whoever hears it
// whether they missed one, and what was missed is asked for. So no fact is announced for a line of chat, and no notify sent (docs/adr/0013).
import type { Pushes } from '#contract/pushes.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import type { Conversation } from '#server/talk/messaging/queries.ts'

type Told = 'message/created' | 'message/edited' | 'message/deleted' | 'message/read'

let screens: Pick<Realtime, 'toAccount'> | undefined

/** Wired once at start. */
export function push(realtime: Realtime): void {
  screens = realtime
}

export function tell(
  name: Told,
  { id, performerId, fanId }: Pick<Conversation, 'id' | 'performerId' | 'fanId'>,
  { messageId, change }: { messageId?: string | undefined; change: number },
): void {
  const payload: Pushes[Told] = { conversationId: id, change, ...(messageId !== undefined && { messageId }) }
  for (const accountId of [performerId, fanId]) screens?.toAccount(accountId, name, payload)
}
