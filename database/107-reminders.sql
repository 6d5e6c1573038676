-- Who asked to be told when an announced stream comes. A row goes once they were told that it began or will not take place.
create table live.reminders (
  stream_id uuid not null references live.streams (work_id),
  account_id uuid not null references accounts.accounts (id),
  made_at timestamptz not null,
  primary key (stream_id, account_id)
);

alter table live.streams
  -- When its hour was changed, until everybody was told.
  add column moved_at timestamptz,
  -- Everybody was told that its hour is near; another hour takes it back.
  add column reminded_at timestamptz;
create index streams_moved on live.streams (moved_at, work_id) where moved_at is not null;

alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'report_decided', 'campaign', 'password_changed'));
