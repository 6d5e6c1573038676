import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Mine = Awaited<ReturnType<Api['subscriptions']['mine']>>

/** My subscriptions, running ones and those of the past. */
export function mySubscriptions(): Query<Mine> {
  const input = { limit: 100, offset: 0 }
  return { key: ['subscriptions.mine', input], ask: (api) => api.subscriptions.mine(input) }
}
