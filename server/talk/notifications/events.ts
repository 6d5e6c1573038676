// All that may be told, one line each: on which of its reader's choices it depends, whose letter tells it, and how its sentence counts and names. Whether it
// stands in the centre, comes by letter and is pushed, its reader decides by the kind (`usualChannels`: what is so until they do).
import { noticeKinds, type NoticeKind, type NoticeLetters } from '#contract/talk/notice-names.ts'

interface Telling {
  kind: NoticeKind
  /**
   * `ours`: the notice's own. Else the slice it comes from writes one, so that nobody is told twice: `asks` whether its reader wants it (platform/mail), `always`
   * goes, because the law wants it told, money moved back, or it keeps an account safe.
   */
  letter: 'ours' | 'asks' | 'always'
  /** Several that are unread are said as so many. Otherwise it is a step of one thing, and the last one is said. */
  isCounted?: true
  /** Its sentence names the work or the order it is about: of one alone, or always. Where its reader may not know the name, `.untitled` is said. */
  names?: 'alone' | 'always'
}

/** `notices.event.<event>` is the sentence that is said of one, `notices.event.<event>.more` of several at once. */
const events = {
  message: { kind: 'message', letter: 'ours', isCounted: true },
  message_returned: { kind: 'message', letter: 'ours', isCounted: true },
  message_removed: { kind: 'message', letter: 'always' },
  comment: { kind: 'comment', letter: 'ours', isCounted: true, names: 'always' },
  reply: { kind: 'reply', letter: 'ours', isCounted: true },
  post: { kind: 'post', letter: 'ours', isCounted: true, names: 'alone' },
  stream_live: { kind: 'post', letter: 'ours', names: 'always' },
  stream_soon: { kind: 'post', letter: 'ours', names: 'always' },
  stream_moved: { kind: 'post', letter: 'ours', names: 'always' },
  stream_cancelled: { kind: 'post', letter: 'ours', names: 'always' },
  sale: { kind: 'sale', letter: 'ours', isCounted: true, names: 'always' },
  tip: { kind: 'tip', letter: 'ours', isCounted: true },
  tip_anonymous: { kind: 'tip', letter: 'ours', isCounted: true },
  subscriber: { kind: 'subscriber', letter: 'ours', isCounted: true },
  subscriber_trial: { kind: 'subscriber', letter: 'ours', isCounted: true },
  subscriber_renewed: { kind: 'subscriber', letter: 'ours', isCounted: true },
  order_sold: { kind: 'order', letter: 'asks' },
  order_paid: { kind: 'order', letter: 'asks' },
  order_withdrawn: { kind: 'order', letter: 'asks' },
  order_address: { kind: 'order', letter: 'asks' },
  order_processing: { kind: 'order', letter: 'asks' },
  order_shipping: { kind: 'order', letter: 'asks' },
  order_parcel: { kind: 'order', letter: 'asks' },
  order_delivered: { kind: 'order', letter: 'asks' },
  // It confirms a purchase.
  order_ready: { kind: 'order', letter: 'always' },
  order_cancelled: { kind: 'order', letter: 'always' },
  order_refunded: { kind: 'order', letter: 'always' },
  purchase_removed: { kind: 'order', letter: 'always' },
  ticket_returned: { kind: 'order', letter: 'always', names: 'always' },
  request_asked: { kind: 'request', letter: 'ours' },
  request_quoted: { kind: 'request', letter: 'ours' },
  request_accepted: { kind: 'request', letter: 'ours' },
  request_delivered: { kind: 'request', letter: 'ours' },
  request_declined: { kind: 'request', letter: 'ours' },
  request_overdue: { kind: 'request', letter: 'ours' },
  request_returned: { kind: 'request', letter: 'ours' },
  request_refunded: { kind: 'request', letter: 'ours' },
  private_asked: { kind: 'request', letter: 'ours' },
  private_accepted: { kind: 'request', letter: 'ours' },
  private_declined: { kind: 'request', letter: 'ours' },
  guest_asked: { kind: 'request', letter: 'ours', names: 'always' },
  guest_moved: { kind: 'request', letter: 'ours', names: 'always' },
  guest_changed: { kind: 'request', letter: 'ours', names: 'always' },
  subscription_ends: { kind: 'subscription', letter: 'ours' },
  subscription_unpaid: { kind: 'subscription', letter: 'asks' },
  subscription_ended: { kind: 'subscription', letter: 'asks' },
  payout_approved: { kind: 'payout', letter: 'asks' },
  payout_done: { kind: 'payout', letter: 'asks' },
  payout_rejected: { kind: 'payout', letter: 'always' },
  payout_returned: { kind: 'payout', letter: 'always' },
  work_approved: { kind: 'review', letter: 'ours', names: 'always' },
  // A statement of reasons.
  work_rejected: { kind: 'review', letter: 'always', names: 'always' },
  work_removed: { kind: 'review', letter: 'always', names: 'always' },
  recording_made: { kind: 'review', letter: 'ours', names: 'always' },
  recording_short: { kind: 'review', letter: 'ours', names: 'always' },
  recording_nothing_taped: { kind: 'review', letter: 'ours', names: 'always' },
  recording_unreadable: { kind: 'review', letter: 'ours', names: 'always' },
  recording_refused: { kind: 'review', letter: 'ours', names: 'always' },
  recording_withheld: { kind: 'review', letter: 'ours', names: 'always' },
  work_tagged: { kind: 'review', letter: 'asks', names: 'always' },
  performer_approved: { kind: 'review', letter: 'always' },
  campaign: { kind: 'campaign', letter: 'ours', isCounted: true },
  password_changed: { kind: 'account', letter: 'always' },
  two_factor_on: { kind: 'account', letter: 'always' },
  two_factor_off: { kind: 'account', letter: 'always' },
  recovery_code_used: { kind: 'account', letter: 'always' },
  // Whoever reports is written to by the case, with its reasons.
  report_decided: { kind: 'account', letter: 'always' },
  comment_removed: { kind: 'account', letter: 'always' },
} as const satisfies Readonly<Record<string, Telling>>

export type NoticeEvent = keyof typeof events
export const noticeEvents = Object.keys(events) as readonly NoticeEvent[]

export const tellingOf = (event: NoticeEvent): Telling => events[event]

/** Letters about the account's safety always go; nobody who took it over can stop them. */
export const isFixed = (kind: NoticeKind): boolean => kind === 'account'

export interface Channels {
  inApp: boolean
  email: NoticeLetters
  push: boolean
}

/** What has letters of its own is told at once, as it always was; the rest comes together once a day. */
const toldAtOnce: ReadonlySet<NoticeKind> = new Set(
  noticeKinds.filter((kind) => Object.values(events).some((each) => each.kind === kind && each.letter === 'asks') || isFixed(kind)),
)

export const usualChannels = (kind: NoticeKind): Channels => ({ inApp: true, email: toldAtOnce.has(kind) ? 'now' : 'digest', push: true })
