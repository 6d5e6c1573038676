import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

type Following = ReplyTo<'follows.following'>
export type Followed = Following['data'][number]

/** Performers I follow, newest first. */
export function following(offset = 0): Query<Following> {
  const input = { limit: 30, offset }
  return query('follows.following', input)
}
