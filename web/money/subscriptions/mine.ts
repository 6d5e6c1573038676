import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Gifts = Awaited<ReturnType<Api['subscriptions']['gifts']>>

/** What I gave and was given. */
export function myGifts(): Query<Gifts> {
  const input = { limit: 20, offset: 0 }
  return { key: ['subscriptions.gifts', input], ask: (api) => api.subscriptions.gifts(input) }
}

export type Cards = Awaited<ReturnType<Api['payments']['cards']>>
export const myCards: Query<Cards> = { key: ['payments.cards'], ask: (api) => api.payments.cards({}) }

export type Mine = Awaited<ReturnType<Api['subscriptions']['mine']>>

/** My subscriptions, running ones and those of the past. */
export function mySubscriptions(): Query<Mine> {
  const input = { limit: 100, offset: 0 }
  return { key: ['subscriptions.mine', input], ask: (api) => api.subscriptions.mine(input) }
}
