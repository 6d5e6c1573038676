-- Who made what was asked for hears that it arrived and was paid, instead of that somebody unlocked a work.
alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'reply', 'post', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed', 'order_sold',
    'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue', 'request_returned', 'request_refunded',
    'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done', 'payout_rejected', 'payout_returned',
    'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'campaign', 'password_changed'));
