-- A fan who got something else than they had agreed on says so of their request, and staff may give it back. Whoever reported hears what was decided also
-- where they are told of everything else, and so does whose comment staff removed.
alter table reports.cases
  drop constraint cases_target_check,
  add constraint cases_target_check
    check (target in ('feed', 'video', 'gallery', 'product', 'message', 'request', 'stream', 'performer', 'user', 'comment'));
alter table reports.reports
  drop constraint reports_reason_check,
  add constraint reports_reason_check check (reason in (
    'minor', 'depicted', 'non_consensual', 'illegal', 'threat', 'impersonation', 'copyright', 'scam', 'not_as_agreed', 'other'));
alter table reports.decisions
  drop constraint decisions_what_check,
  add constraint decisions_what_check check (what in ('removed', 'refunded', 'kept', 'acted'));
alter table notifications.notices
  drop constraint notices_subject_kind_check,
  add constraint notices_subject_kind_check check (subject_kind in ('work', 'conversation', 'order', 'payout', 'report')),
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done', 'payout_rejected', 'payout_returned',
    'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'report_decided', 'campaign', 'password_changed'));
