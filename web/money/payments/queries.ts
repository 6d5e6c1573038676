import type { ReplyTo } from '#contract/client.ts'
import { query } from '#web/app/query.ts'

export type Packages = ReplyTo<'payments.packages'>
export type Transaction = ReplyTo<'payments.transaction'>
export type Checkout = ReplyTo<'payments.sandboxCheckout'>
export type CardRow = ReplyTo<'payments.cards'>['data'][number]
export type CardSetup = ReplyTo<'payments.cardSetup'>

export const packages = () => query('payments.packages')
/** One of my payments, asked again and again after a gateway. */
export const transaction = (id: string) => query('payments.transaction', { id })
/** What the sandbox gateway shows at a checkout's secret address. */
export const sandboxCheckout = (id: string) => query('payments.sandboxCheckout', { id })
/** My kept cards, the default first. */
export const cards = () => query('payments.cards')
/** What the gateway in use needs to keep a card without a payment. */
export const cardSetup = () => query('payments.cardSetup')
/** How an open payment of mine goes on. */
export const going = (id: string) => query('payments.goOn', { id })

export const pageSize = 20

/** What I paid through a gateway, newest first. */
export const myPayments = (status: Transaction['status'] | undefined, page: number) =>
  query('payments.transactions', { limit: pageSize, offset: (page - 1) * pageSize, ...(status && { status }) })

const tones = {
  created: 'waiting',
  pending: 'waiting',
  requires_action: 'waiting',
  success: 'ok',
  fail: 'bad',
  refunded: 'quiet',
  chargeback: 'bad',
} as const

export const toneOf = (status: Transaction['status']) => tones[status]
