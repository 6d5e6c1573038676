// What notices are about, and how their reader hears of them. Apart from the rows, so that a page that lists them does not bring the library of schemas along.

/** What a reader decides about, one line each. */
export const noticeKinds = [
  'message',
  'comment',
  'reply',
  'post',
  'sale',
  'tip',
  'subscriber',
  'order',
  'request',
  'subscription',
  'payout',
  'review',
  'campaign',
  'account',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** `digest`: once a day with all the others. */
export const noticeLetters = ['off', 'now', 'digest'] as const
export type NoticeLetters = (typeof noticeLetters)[number]

type Role = 'user' | 'performer' | 'staff'

/** What may happen to whom: nobody decides about what they never hear. A creator follows and orders, too; whoever works here does all that needs no conversation. */
const kindsOf: Readonly<Record<Role, readonly NoticeKind[]>> = {
  user: ['message', 'campaign', 'post', 'reply', 'order', 'request', 'subscription', 'account'],
  performer: ['message', 'comment', 'reply', 'sale', 'tip', 'subscriber', 'order', 'request', 'payout', 'review', 'post', 'account'],
  staff: ['post', 'reply', 'order', 'subscription', 'account'],
}

export const noticeKindsOf = (role: Role): readonly NoticeKind[] => kindsOf[role]
