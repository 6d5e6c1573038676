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

export type Differences = Awaited<ReturnType<Api['payments']['differences']>>
export type Difference = Differences['data'][number]

/** What the daily comparison with the gateways' books found. */
export function differences(input: Parameters<Api['payments']['differences']>[0]): Query<Differences> {
  return { key: ['payments.differences', input], ask: (api) => api.payments.differences(input) }
}

/** What the sandbox gateway shows at a checkout's secret address. */
export function sandboxCheckout(id: string): Query<Checkout> {
  return { key: ['payments.sandboxCheckout', { id }], ask: (api) => api.payments.sandboxCheckout({ id }) }
}

export type CardRow = Awaited<ReturnType<Api['payments']['cards']>>['data'][number]
export type CardSetup = Awaited<ReturnType<Api['payments']['cardSetup']>>

/** My kept cards, the default first. */
export function cards(): Query<Awaited<ReturnType<Api['payments']['cards']>>> {
  return { key: ['payments.cards'], ask: (api) => api.payments.cards({}) }
}

/** What the gateway in use needs to keep a card without a payment. */
export function cardSetup(): Query<CardSetup> {
  return { key: ['payments.cardSetup'], ask: (api) => api.payments.cardSetup({}) }
}

/** How an open payment of mine goes on. */
export function going(id: string): Query<Awaited<ReturnType<Api['payments']['goOn']>>> {
  return { key: ['payments.goOn', { id }], ask: (api) => api.payments.goOn({ id }) }
}

export const pageSize = 20

/** What I paid through a gateway, newest first. */
export function myPayments(
  status: Transaction['status'] | undefined,
  page: number,
): Query<Awaited<ReturnType<Api['payments']['transactions']>>> {
  const asked = { limit: pageSize, offset: (page - 1) * pageSize, ...(status && { status }) }
  return { key: ['payments.transactions', asked], ask: (api) => api.payments.transactions(asked) }
}

const tones = {
  created: 'waiting',
  pending: 'waiting',
  requires_action: 'waiting',
  success: 'ok',
  fail: 'bad',
  refunded: 'quiet',
  chargeback: 'bad',
} as const

export function toneOf(status: Transaction['status']): (typeof tones)[keyof typeof tones] {
  return tones[status]
}

export type OwnAccount = Awaited<ReturnType<Api['payments']['ownAccounts']>>['data'][number]

/** My own accounts at gateways. */
export const ownAccounts: Query<Awaited<ReturnType<Api['payments']['ownAccounts']>>> = {
  key: ['payments.ownAccounts'],
  ask: (api) => api.payments.ownAccounts({}),
}
