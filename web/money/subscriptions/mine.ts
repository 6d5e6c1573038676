import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Gifts = ReplyTo<'gifts.mine'>

/** What I gave and was given. */
export function myGifts(): Query<Gifts> {
  const input = { limit: 20, offset: 0 }
  return query('gifts.mine', input)
}

export const myCards = query('payments.cards')

export type Mine = ReplyTo<'subscriptions.mine'>

/** My subscriptions, running ones and those of the past. */
export function mySubscriptions(): Query<Mine> {
  const input = { limit: 100, offset: 0 }
  return query('subscriptions.mine', input)
}
