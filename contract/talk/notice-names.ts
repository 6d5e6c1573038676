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

/** Of each kind what may have happened. `notices.<event>` is the sentence that is said of one, `notices.<event>.more` of several at once. */
export const noticeEvents = {
  message: ['message', 'message_returned', 'message_removed'],
  comment: ['comment'],
  reply: ['reply'],
  post: ['post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled'],
  sale: ['sale'],
  tip: ['tip', 'tip_anonymous'],
  subscriber: ['subscriber', 'subscriber_trial', 'subscriber_renewed'],
  order: [
    'order_sold',
    'order_paid',
    'order_withdrawn',
    'order_address',
    'order_processing',
    'order_shipping',
    'order_parcel',
    'order_delivered',
    'order_ready',
    'order_cancelled',
    'order_refunded',
    'purchase_removed',
    'ticket_returned',
  ],
  request: [
    'request_asked',
    'request_quoted',
    'request_accepted',
    'request_delivered',
    'request_declined',
    'request_overdue',
    'request_returned',
    'request_refunded',
    'private_asked',
    'private_accepted',
    'private_declined',
  ],
  subscription: ['subscription_ends', 'subscription_unpaid', 'subscription_ended'],
  payout: ['payout_approved', 'payout_done', 'payout_rejected', 'payout_returned'],
  review: ['work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved'],
  campaign: ['campaign'],
  account: ['password_changed', 'report_decided', 'comment_removed'],
} as const satisfies Readonly<Record<NoticeKind, readonly string[]>>
export type NoticeEvent = (typeof noticeEvents)[NoticeKind][number]

/** `digest`: once a day with all the others. */
export const noticeLetters = ['off', 'now', 'digest'] as const
export type NoticeLetters = (typeof noticeLetters)[number]

type Role = 'user' | 'performer' | 'staff'

/** What may happen to whom: nobody decides about what they never hear. */
const kindsOf: Readonly<Record<Role, readonly NoticeKind[]>> = {
  user: ['message', 'campaign', 'post', 'reply', 'order', 'request', 'subscription', 'account'],
  performer: ['message', 'comment', 'reply', 'sale', 'tip', 'subscriber', 'order', 'request', 'payout', 'review', 'account'],
  staff: ['account'],
}

export const noticeKindsOf = (role: Role): readonly NoticeKind[] => kindsOf[role]
