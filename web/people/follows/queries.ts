import type { Api } from '#contract/client.ts'
import type { Query } from '#web/app/query.ts'

type Following = Awaited<ReturnType<Api['follows']['following']>>
export type Followed = Following['data'][number]

/** Performers I follow, newest first. */
export function following(offset = 0): Query<Following> {
  const input = { limit: 30, offset }
  return { key: ['follows.following', input], ask: (api) => api.follows.following(input) }
}
