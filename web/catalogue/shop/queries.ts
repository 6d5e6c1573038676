import type { Order, Product } from '#contract/catalogue/shop.ts'
import type { SentTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/app/Pages.tsx'

const orders = ['latest', 'popular', 'price'] as const
export interface ProductFilter {
  q?: string
  performerId?: string
  excludedId?: string
  type?: Product['type']
  sortBy?: (typeof orders)[number]
  sort?: 'asc' | 'desc'
}

export function listed(filter: ProductFilter, { offset }: After, limit = 24): Query<Paged<Product>> {
  const input = { ...filter, limit, offset }
  return query('shop.products', input)
}

/** @param id or slug */
export const product = (id: string) => query('shop.product', { id })

export interface OwnInput {
  limit: number
  offset: number
  type?: Product['type']
  status?: Product['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'title'
  sort?: 'asc' | 'desc'
}

export const own = (input: OwnInput) => query('shop.ownProducts', input)

export const ownOne = (id: string) => query('shop.ownProduct', { id })

export type OrderStatus = Order['deliveryStatus']
export const orderStatuses = [
  'created',
  'processing',
  'shipping',
  'delivered',
  'cancelled',
  'refunded',
] as const satisfies readonly OrderStatus[]

/** What I bought. */
export const bought = (deliveryStatus: OrderStatus | undefined, { offset }: After): Query<Paged<Order>> => {
  const input = { limit: 20, offset, ...(deliveryStatus && { deliveryStatus }) }
  return query('shop.ownOrders', input)
}

/** What was bought from me. */
export const sold = (input: SentTo<'shop.orders'>) => query('shop.orders', input)

export const order = (id: string) => query('shop.order', { id })

/** Every question about orders: after a step, and when a push says so. */
export const aboutOrders = ['shop.order', 'shop.orders', 'shop.ownOrders', 'me.waiting'] as const
