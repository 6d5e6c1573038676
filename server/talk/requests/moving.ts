// A request under its conversation's lock, which comes first and the wallet last; and that it moved.
import type { RequestState } from '#contract/talk/request-names.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import '#server/talk/requests/events.ts'
import * as queries from '#server/talk/requests/queries.ts'

/** @throws not_found for anybody else's */
export async function own(db: Db, accountId: string, id: string): Promise<queries.Request> {
  const request = await queries.find(db, id)
  return request && (request.performerId === accountId || request.fanId === accountId) ? request : refuse('not_found')
}

export async function underLock(tx: Tx, accountId: string, id: string) {
  const { conversationId } = await own(tx, accountId, id)
  return locked(tx, { id, conversationId })
}

export async function locked(tx: Tx, { id, conversationId }: Pick<queries.Request, 'id' | 'conversationId'>) {
  const conversation = await messaging.lock(tx, conversationId)
  return { conversation, request: (await queries.lock(tx, id)) ?? refuse('not_found') }
}

export function moved(
  tx: Tx,
  { id, conversationId, performerId, fanId }: Pick<queries.Request, 'id' | 'conversationId' | 'performerId' | 'fanId'>,
  state: RequestState,
  by: string | null,
  { returned = 0, paid = 0 }: { returned?: number; paid?: number } = {},
): Promise<void> {
  return announce(tx, 'request.moved', {
    requestId: id,
    conversationId,
    performerId,
    fanId,
    state,
    by,
    ...(returned > 0 && { returned }),
    ...(paid > 0 && { paid }),
  })
}
