import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

export type Blocked = Awaited<ReturnType<Api['blocks']['blockedUsers']>>

/** People I blocked, newest first. */
export function blockedPeople(): Query<Blocked> {
  const input = { limit: 100, offset: 0 }
  return { key: ['blocks.blockedUsers', input], ask: (api) => api.blocks.blockedUsers(input) }
}
