import type { ReplyTo, SentTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Packages = ReplyTo<'payments.packages'>
export type Transaction = ReplyTo<'payments.transaction'>
export type Checkout = ReplyTo<'payments.sandboxCheckout'>

export function packages(): Query<Packages> {
  return query('payments.packages')
}

/** One of my payments, asked again and again after a gateway. */
export function transaction(id: string): Query<Transaction> {
  return query('payments.transaction', { id })
}

export type Differences = ReplyTo<'payments.differences'>
export type Difference = Differences['data'][number]

/** What the daily comparison with the gateways' books found. */
export function differences(input: SentTo<'payments.differences'>): Query<Differences> {
  return query('payments.differences', input)
}

/** What the sandbox gateway shows at a checkout's secret address. */
export function sandboxCheckout(id: string): Query<Checkout> {
  return query('payments.sandboxCheckout', { id })
}

export type CardRow = ReplyTo<'payments.cards'>['data'][number]
export type CardSetup = ReplyTo<'payments.cardSetup'>

/** My kept cards, the default first. */
export function cards(): Query<ReplyTo<'payments.cards'>> {
  return query('payments.cards')
}

/** What the gateway in use needs to keep a card without a payment. */
export function cardSetup(): Query<CardSetup> {
  return query('payments.cardSetup')
}

/** How an open payment of mine goes on. */
export function going(id: string): Query<ReplyTo<'payments.goOn'>> {
  return query('payments.goOn', { id })
}

export const pageSize = 20

/** What I paid through a gateway, newest first. */
export function myPayments(status: Transaction['status'] | undefined, page: number): Query<ReplyTo<'payments.transactions'>> {
  const asked = { limit: pageSize, offset: (page - 1) * pageSize, ...(status && { status }) }
  return query('payments.transactions', asked)
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

export type OwnAccount = ReplyTo<'payments.ownAccounts'>['data'][number]

/** My own accounts at gateways. */
export const ownAccounts = query('payments.ownAccounts')
