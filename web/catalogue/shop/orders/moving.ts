import { useTranslation } from '#web/app/say.ts'
import { mutate } from 'swr'
import type { Order } from '#contract/catalogue/shop.ts'
import { useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { aboutOrders, order as orderOf, type OrderStatus } from '#web/catalogue/shop/queries.ts'

export interface Parcel {
  carrier?: string
  shippingCode?: string
  note?: string
}

/** Moves an order on and says so; a no is said, too, and the order asked for again: somebody else may have been faster. */
export function useMoving(order: Order) {
  const { t } = useTranslation()
  const { act: move, during } = useAct(
    (api, once, deliveryStatus: OrderStatus | undefined, parcel: Parcel = {}) =>
      api.shop.updateOrder({ id: order._id, ...(deliveryStatus && { deliveryStatus }), ...parcel }, once),
    {
      said: (_after, deliveryStatus) => t(deliveryStatus ? `orders.moved.${deliveryStatus}` : 'shell.saved'),
      async done(after) {
        await mutate(orderOf(order._id).key, after, { revalidate: false })
        void refresh(
          'shop.orders',
          'shop.ownOrders',
          'shop.product',
          'wallet.lines',
          'me.user',
          'me.waiting',
          'earnings.stats',
          'earnings.lines',
        )
      },
      async refused() {
        await refresh(...aboutOrders)
      },
    },
  )
  return { move, busy: during && (during[0] ?? 'parcel') }
}
