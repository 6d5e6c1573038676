import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Packages = Awaited<ReturnType<Api['payments']['packages']>>
export type Transaction = Awaited<ReturnType<Api['payments']['transaction']>>
export type Checkout = Awaited<ReturnType<Api['payments']['sandboxCheckout']>>

export function packages(): Query<Packages> {
  return { key: ['payments.packages'], ask: (api) => api.payments.packages({}) }
}

/** One of my payments, asked again and again after a gateway. */
export function transaction(id: string): Query<Transaction> {
  return { key: ['payments.transaction', { id }], ask: (api) => api.payments.transaction({ id }) }
}

/** What the sandbox gateway shows at a checkout's secret address. */
export function sandboxCheckout(id: string): Query<Checkout> {
  return { key: ['payments.sandboxCheckout', { id }], ask: (api) => api.payments.sandboxCheckout({ id }) }
}
