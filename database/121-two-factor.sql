-- Signing in by a second factor. The secret that an app makes codes of is sealed with a key that is not here; of recovery codes their digests are kept.
create table accounts.two_factor (
  account_id uuid primary key references accounts.accounts (id) on delete cascade,
  sealed bytea not null check (octet_length(sealed) > 28),
  begun_at timestamptz not null,
  -- It is asked for from here on.
  confirmed_at timestamptz check (confirmed_at >= begun_at),
  -- Half minutes since 1970: a code of it, or of an earlier one, was taken already.
  last_step bigint check (last_step > 0)
);

create table accounts.recovery_codes (
  account_id uuid not null references accounts.two_factor (account_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Whoever knew the password, on the way to their second step.
create table accounts.tickets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts.two_factor (account_id) on delete cascade,
  is_remembered boolean not null,
  expires_at timestamptz not null
);
create index on accounts.tickets (account_id);

-- A code is never good again, whoever writes.
create function accounts.guard_two_factor() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if new.account_id is distinct from old.account_id or (old.confirmed_at is not null
    and (new.confirmed_at is distinct from old.confirmed_at or coalesce(new.last_step, 0) < coalesce(old.last_step, 0))) then
    raise exception 'a second factor stays as it was confirmed, and its steps go forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_two_factor before update on accounts.two_factor for each row execute function accounts.guard_two_factor();

create function accounts.guard_recovery_code() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if old.used_at is not null or new.used_at is null or new.account_id is distinct from old.account_id or new.code_hash is distinct from old.code_hash then
    raise exception 'a recovery code is used once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_recovery_code before update on accounts.recovery_codes for each row execute function accounts.guard_recovery_code();

alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'guest_asked', 'guest_moved', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'recording_made', 'recording_short', 'recording_nothing_taped', 'recording_unreadable', 'recording_refused', 'recording_withheld',
    'performer_approved', 'report_decided', 'campaign', 'password_changed', 'two_factor_on', 'two_factor_off', 'recovery_code_used'));
