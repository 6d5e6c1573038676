// An order that moved reaches the open screens of both sides, which ask again.
import '#server/catalogue/shop/events.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'

export function push(outbox: Outbox, realtime: Realtime): void {
  const tell = (people: readonly string[], orderId: string) => {
    for (const accountId of people) realtime.toAccount(accountId, 'order/updated', { _id: orderId })
  }
  outbox.on('order.moved', 'shop.push', async (_tx, { orderId, buyerId, sellerId }) => tell([buyerId, sellerId], orderId))
  outbox.on('order.changed', 'shop.push', async (_tx, { orderId, buyerId, sellerId }) => tell([buyerId, sellerId], orderId))
}
