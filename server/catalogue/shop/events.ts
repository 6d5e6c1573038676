// Facts of the shop.
declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** An order was placed or moved on. `by` is null for the system, when time ran out. */
    'order.moved': {
      orderId: string
      buyerId: string
      sellerId: string
      status: 'created' | 'processing' | 'shipping' | 'delivered' | 'cancelled' | 'refunded'
      by: string | null
    }
    /** What stands in an order that is under way changed: its address, its tracking code, a note. */
    'order.changed': { orderId: string; buyerId: string; sellerId: string; what: 'address' | 'parcel' }
  }
}
export {}
