// Facts of the shop.
import type { Type } from '#server/catalogue/shop/queries.ts'

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** An order was placed or moved on. `by` is null for the system, when time ran out. */
    'order.moved': {
      orderId: string
      buyerId: string
      sellerId: string
      status: 'created' | 'processing' | 'shipping' | 'delivered' | 'cancelled' | 'refunded'
      by: string | null
      /** Digital goods are delivered as they are bought. */
      type: Type
    }
    /** What stands in an order that is under way changed: its address, its tracking code, a note. */
    'order.changed': { orderId: string; buyerId: string; sellerId: string; what: 'address' | 'parcel' }
  }
}
