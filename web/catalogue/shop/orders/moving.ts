import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import type { Order } from '#contract/catalogue/shop.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useIntention } from '#web/app/intention.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { aboutOrders, order as orderOf, type OrderStatus } from '#web/catalogue/shop/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export interface Parcel {
  carrier?: string
  shippingCode?: string
  note?: string
}

/** Moves an order on and says so; a no is said, too, and the order asked for again: somebody else may have been faster. */
export function useMoving(order: Order) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const intend = useIntention()
  const [busy, setBusy] = useState<OrderStatus | 'parcel'>()
  const move = async (deliveryStatus: OrderStatus | undefined, parcel: Parcel = {}): Promise<boolean> => {
    setBusy(deliveryStatus ?? 'parcel')
    let isDone = false
    try {
      const wanted = { id: order._id, ...(deliveryStatus && { deliveryStatus }), ...parcel }
      const after = await intend(wanted, (once) => api.shop.updateOrder(wanted, once))
      await mutate(orderOf(order._id).key, after, { revalidate: false })
      toast.show(t(deliveryStatus ? `orders.moved.${deliveryStatus}` : 'shell.saved'))
      void refresh('shop.orders', 'shop.ownOrders', 'shop.product', 'wallet.lines', 'me.user', 'earnings.stats', 'earnings.lines')
      isDone = true
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
      await refresh(...aboutOrders)
    }
    setBusy(undefined)
    return isDone
  }
  return { move, busy }
}
