import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Blocked = ReplyTo<'blocks.blockedUsers'>

/** People I blocked, newest first. */
export function blockedPeople(): Query<Blocked> {
  const input = { limit: 100, offset: 0 }
  return query('blocks.blockedUsers', input)
}
