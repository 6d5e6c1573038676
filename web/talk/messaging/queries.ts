import type { ReplyTo, SentTo } from '#contract/client.ts'
import type { FanList } from '#contract/talk/fans.ts'
import type { Conversation } from '#contract/talk/messaging.ts'
import { query, type Query } from '#web/app/query.ts'

const inboxLists = ['all', 'unread', 'unanswered', 'subscribers', 'followers', 'archived'] as const
export type InboxList = (typeof inboxLists)[number]

/** Which of one's conversations: as the address says it. Of a creator's own lists of fans the id. */
export interface Wanted {
  list: InboxList | OwnListId
  q: string
}
type OwnListId = `${string}-${string}`

const isOwnList = (list: string): list is OwnListId => /^[0-9a-f-]{36}$/.test(list)

/** @param own the creator's lists, by which may be asked; one that is not there any more is all conversations */
export function wantedIn(search: URLSearchParams, own: readonly FanList[]): Wanted {
  const asked = search.get('list') ?? ''
  const list = isOwnList(asked) && own.some(({ _id }) => _id === asked) ? asked : inboxLists.find((each) => each === asked)
  return { list: list ?? 'all', q: (search.get('q') ?? '').slice(0, 100) }
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
    ...(list === 'unread' ? { unread: true } : isOwnList(list) ? { listId: list } : { list }),
  })
}

/**
 * The same question while one of them is open: reading it, or answering it, does not take it out of the list beside it. It goes by the same key, because
 * it is the same list; whoever leaves asks again without it (the page's loader).
 */
export function inboxBeside(wanted: Wanted, offset: number, openId: string | undefined): Query<Inbox> {
  const asked = inbox(wanted, offset)
  if (openId === undefined || (wanted.list !== 'unread' && wanted.list !== 'unanswered')) return asked
  const [, input] = asked.key as [unknown, SentTo<'messaging.search'>]
  return { ...asked, ask: (api) => api.messaging.search({ ...input, stays: openId }) }
}

/** A creator's own lists of fans, by which their inbox may be asked. */
export const ownLists: Query<FanList[]> = query('fans.lists')

export function conversation(id: string): Query<Conversation> {
  return query('messaging.conversation', { id })
}
