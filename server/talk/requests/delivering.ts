// What was made for a fan is sent as a message, and is a work like all that a performer sends: when it arrives, what is held buys it for the fan.
import { hoursAfterRefusal } from '#contract/talk/request-names.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import type { Database, Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { Delivery, Requests } from '#server/talk/messaging/messaging.ts'
import { end, endRemoved } from '#server/talk/requests/ending.ts'
import { locked, moved } from '#server/talk/requests/moving.ts'
import * as queries from '#server/talk/requests/queries.ts'
import { cardOf } from '#server/talk/requests/shown.ts'
import { actsOf, stateAt } from '#server/talk/requests/states.ts'

/** What messaging asks. */
export const deliveries: Requests = {
  async cards(db, readerId, messages) {
    const found = new Map(
      (
        await queries.ofMessages(
          db,
          messages.map(({ id }) => id),
        )
      ).map((request) => [request.messageId, request]),
    )
    return new Map(
      messages.flatMap(({ id, text }) => {
        const request = found.get(id)
        return request ? [[id, cardOf(request, readerId, text, db.now)] as const] : []
      }),
    )
  },
  async priceOf(db, delivery) {
    const request = await queries.find(db, delivery.requestId)
    return priceIn(db, request, delivery)
  },
  async mayArrive(tx, requestId) {
    const request = await queries.find(tx, requestId)
    // A wallet that is frozen pays for nothing: it waits, and is not overdue.
    return request?.state !== 'accepted' || (await wallet.frozenAmong(tx, [request.fanId])).size === 0
  },
  async sent(tx, { messageId, ...delivery }) {
    const request = await queries.lock(tx, delivery.requestId)
    priceIn(tx, request, delivery)
    await queries.setDelivery(tx, delivery.requestId, messageId)
    const { conversation } = await locked(tx, { id: delivery.requestId, conversationId: delivery.conversationId })
    if (request) await messaging.touchRequest(tx, conversation, request.messageId)
  },
  deliveredBy: async (tx, messageId) => (await queries.deliveredBy(tx, messageId))?.id,
  arrived,
  async failed(tx, messageId, how) {
    const found = await queries.deliveredBy(tx, messageId)
    if (!found) return
    const { conversation, request } = await locked(tx, found)
    if (how === 'refused') await queries.refuseDelivery(tx, request.id, new Date(tx.now.getTime() + hoursAfterRefusal * 3_600_000))
    else await queries.dropDelivery(tx, request.id)
    await messaging.touchRequest(tx, conversation, request.messageId)
  },
  removed: endRemoved,
}

/** @throws not_found for another's, request_delivering, request_over {state} */
function priceIn(db: Db, request: queries.Request | undefined, { conversationId, performerId }: Delivery): number {
  if (!request || request.conversationId !== conversationId || request.performerId !== performerId) return refuse('not_found')
  if (request.state === 'accepted' && request.deliveryId !== null) refuse('request_delivering')
  if (!actsOf('performer', request, db.now).includes('deliver')) refuse('request_over', { state: stateAt(request, db.now) })
  return request.price ?? refuse('not_found')
}

async function arrived(tx: Tx, requestId: string): Promise<void> {
  const found = (await queries.find(tx, requestId)) ?? refuse('not_found')
  const { conversation, request } = await locked(tx, found)
  const { state, transferId, deliveryId, fanId } = request
  if (state !== 'accepted' || transferId === null || deliveryId === null) return
  const workId = await messaging.workIn(tx, deliveryId)
  await messaging.touchRequest(tx, conversation, request.messageId)
  const bought = await access.buyHeld(tx, { buyerId: fanId, workId, heldId: transferId, detail: { requestId } })
  // It went back by the hand of staff, or of a bank, in this very moment: what arrived is there to be bought.
  if (!bought) return end(tx, conversation, request, { state: 'refunded', by: null })
  await queries.deliver(tx, requestId, bought.transferId)
  await moved(tx, request, 'delivered', request.performerId, { paid: request.price ?? 0 })
}

/** What waited for nothing but a frozen wallet. Tells how many messages were looked at. */
export async function deliverWaiting(db: Database): Promise<number> {
  let after: string | null = null
  for (let looked = 0; ; ) {
    const waiting: Awaited<ReturnType<typeof queries.waiting>> = await queries.waiting(db, after, atOnce)
    throwAll(await runIsolated(waiting, ({ messageId }) => messaging.arriveIfReady(db, messageId)))
    looked += waiting.length
    after = waiting.at(-1)?.id ?? null
    if (waiting.length < atOnce) return looked
  }
}

const atOnce = 500
