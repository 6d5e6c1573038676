-- A subscription also ends because staff gave its payment back.
alter table subscriptions.subscriptions
  drop constraint subscriptions_ended_reason_check,
  add constraint subscriptions_ended_reason_check
    check (ended_reason in ('cancelled', 'unpaid', 'blocked', 'performer_cancelled', 'performer_left', 'trial_over', 'refunded'));
