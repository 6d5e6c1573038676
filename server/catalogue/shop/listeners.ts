import '#server/catalogue/shop/events.ts'
import * as letters from '#server/catalogue/shop/letters.ts'
import { followRefund } from '#server/catalogue/shop/transitions.ts'
import * as orders from '#server/catalogue/shop/order-queries.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type {} from '#server/money/wallet/wallet.ts'

export function listen(outbox: Outbox): void {
  // Letters are written apart from the purchase: whoever buys the last piece keeps others waiting for as short as can be.
  outbox.on('order.moved', 'shop.write_letters', async (tx, { orderId, status, by }) => {
    const [order] = await orders.orders(tx, [orderId])
    if (!order) return
    const [toBuyer, toSeller] = letters.occasionsOf(order, status, by)
    if (toBuyer) await letters.write(tx, order, 'buyer', toBuyer)
    if (toSeller) await letters.write(tx, order, 'seller', toSeller)
  })
  outbox.on('order.changed', 'shop.write_letters', async (tx, { orderId, what }) => {
    const [order] = await orders.orders(tx, [orderId])
    if (!order) return
    if (what === 'address') await letters.write(tx, order, 'seller', 'address')
    else if (order.status === 'shipping') await letters.write(tx, order, 'buyer', 'shipping')
  })
  outbox.on('work.decided', 'shop.refund_removed', async (tx, { workId, kind, decision, by }) => {
    if (kind === 'product' && decision === 'removed')
      await addJob(tx, 'shop.refund_removed', { workId, by }, { key: `shop.refund_removed ${workId}` })
  })
  outbox.on('wallet.reversed', 'shop.follow_refund', async (tx, { kind, reverses, by }) => {
    if (kind === 'product') await followRefund(tx, reverses, by)
  })
}
