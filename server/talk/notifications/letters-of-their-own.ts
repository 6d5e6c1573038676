// Which notices are told by a letter of the slice they come from, so that nobody is told twice. What is said there obeys its reader's wish for the
// kind (platform/mail asks), and what the law wants told, moves money back or keeps an account safe always goes.
import type { NoticeEvent } from '#contract/talk/notice-names.ts'

type Own = 'none' | 'obeys' | 'always'

const own: Partial<Record<NoticeEvent, Own>> = {
  order_sold: 'obeys',
  order_paid: 'obeys',
  order_withdrawn: 'obeys',
  order_address: 'obeys',
  order_processing: 'obeys',
  order_shipping: 'obeys',
  order_parcel: 'obeys',
  order_delivered: 'obeys',
  // It confirms a purchase.
  order_ready: 'always',
  order_cancelled: 'always',
  order_refunded: 'always',
  purchase_removed: 'always',
  ticket_returned: 'always',
  message_removed: 'always',
  comment_removed: 'always',
  subscription_unpaid: 'obeys',
  subscription_ended: 'obeys',
  payout_approved: 'obeys',
  payout_done: 'obeys',
  payout_rejected: 'always',
  payout_returned: 'always',
  // A statement of reasons.
  work_rejected: 'always',
  work_removed: 'always',
  work_tagged: 'obeys',
  // Whoever reports is written to by the case, with its reasons.
  report_decided: 'always',
  performer_approved: 'always',
  password_changed: 'always',
}

export const letterOf = (event: NoticeEvent): Own => own[event] ?? 'none'
