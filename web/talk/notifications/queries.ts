import type { ReplyTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Notices = ReplyTo<'notifications.list'>

export function notices(isUnread: boolean, offset = 0): Query<Notices> {
  return query('notifications.list', { limit: 20, offset, ...(isUnread && { unread: true }) })
}
