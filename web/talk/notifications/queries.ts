import type { ReplyTo, SentTo } from '#contract/client.ts'
import { query, type Query } from '#web/app/query.ts'

export type Notices = ReplyTo<'notifications.list'>

export function notices(isUnread: boolean, offset = 0): Query<Notices> {
  return query('notifications.list', { limit: 20, offset, ...(isUnread && { unread: true }) })
}

export type Preferences = ReplyTo<'notifications.preferences'>
export type Wish = SentTo<'notifications.prefer'>
/** Shows it as chosen at once, and goes back where the server did not take it. @param shown what is chosen by now, with this in it */
export type Prefer = (wish: Wish, shown: (now: Preferences) => Preferences) => Promise<boolean>

/** What the link in a letter is about. */
export const letterLink = (token: string) => query('notifications.letterLink', { token })

export const preferences = query('notifications.preferences')
