import type { Order, Product } from '#contract/catalogue/shop.ts'
import type { Query } from '#web/app/query.ts'
import type { After, Paged } from '#web/windows/timeline/Pages.tsx'

export const orders = ['latest', 'popular', 'price'] as const
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
  return { key: ['shop.products', input], ask: (api) => api.shop.products(input) }
}

/** @param id or slug */
export const product = (id: string): Query<Product> => ({ key: ['shop.product', id], ask: (api) => api.shop.product({ id }) })

export interface OwnInput {
  limit: number
  offset: number
  type?: Product['type']
  status?: Product['status']
  q?: string
  sortBy?: 'createdAt' | 'price' | 'title'
  sort?: 'asc' | 'desc'
}

export const own = (input: OwnInput): Query<{ data: Product[]; total: number }> => ({
  key: ['shop.ownProducts', input],
  ask: (api) => api.shop.ownProducts(input),
})

export const ownOne = (id: string): Query<Product> => ({ key: ['shop.ownProduct', id], ask: (api) => api.shop.ownProduct({ id }) })

export type OrderStatus = Order['deliveryStatus']
export const orderStatuses = [
  'created',
  'processing',
  'shipping',
  'delivered',
  'cancelled',
  'refunded',
] as const satisfies readonly OrderStatus[]

export interface OrderInput {
  limit: number
  offset: number
  deliveryStatus?: OrderStatus
  q?: string
}

/** What I bought. */
export const bought = (deliveryStatus: OrderStatus | undefined, { offset }: After): Query<Paged<Order>> => {
  const input = { limit: 20, offset, ...(deliveryStatus && { deliveryStatus }) }
  return { key: ['shop.ownOrders', input], ask: (api) => api.shop.ownOrders(input) }
}

/** What was bought from me. */
export const sold = (input: OrderInput): Query<{ data: Order[]; total: number }> => ({
  key: ['shop.orders', input],
  ask: (api) => api.shop.orders(input),
})

export const order = (id: string): Query<Order> => ({ key: ['shop.order', id], ask: (api) => api.shop.order({ id }) })

/** Every question about orders: after a step, and when a push says so. */
export const aboutOrders = ['shop.order', 'shop.orders', 'shop.ownOrders'] as const
