import type { ReplyTo } from '#contract/client.ts'
import type { Conversation } from '#contract/talk/messaging.ts'
import { query, type Query } from '#web/app/query.ts'

const inboxLists = ['all', 'unread', 'subscribers', 'followers', 'archived'] as const
export type InboxList = (typeof inboxLists)[number]

/** Which of one's conversations: as the address says it. */
export interface Wanted {
  list: InboxList
  q: string
}

export function wantedIn(search: URLSearchParams): Wanted {
  const asked = search.get('list')
  return { list: inboxLists.find((each) => each === asked) ?? 'all', q: (search.get('q') ?? '').slice(0, 100) }
}

/** The address that says it, after its path. */
export function searchOf({ list, q }: Wanted): string {
  const search = new URLSearchParams({ ...(list !== 'all' && { list }), ...(q && { q }) })
  return search.size > 0 ? `?${search}` : ''
}

export type Inbox = ReplyTo<'messaging.search'>

export function inbox({ list, q }: Wanted, offset = 0): Query<Inbox> {
  return query('messaging.search', {
    limit: 20,
    offset,
    ...(q && { keyword: q }),
    ...(list === 'unread' ? { unread: true } : { list }),
  })
}

export function conversation(id: string): Query<Conversation> {
  return query('messaging.conversation', { id })
}
