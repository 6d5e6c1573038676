-- Live streams. A stream is a work of the kind `stream`: its audience, price, receipts, reports and takedown are those of all works.
insert into works.kinds (name) values ('stream');

create schema live;

create table live.streams (
  work_id uuid primary key references works.works (id),
  performer_id uuid not null references accounts.accounts (id),
  type text not null check (type in ('public', 'followers', 'subscribers', 'ticket')),
  description text not null default '' check (char_length(description) <= 2000),
  status text not null check (status in ('scheduled', 'live', 'ended')),
  scheduled_at timestamptz,
  started_at timestamptz,
  -- When its picture came for the first time: a show that nobody could see did not take place.
  first_seen_at timestamptz,
  -- The last sign of life: its creator's page, or its picture.
  last_beat_at timestamptz,
  -- Seconds on air as its creator's page counted them, held against the clock; a statistic.
  duration integer not null default 0 check (duration >= 0),
  most_viewers integer not null default 0 check (most_viewers >= 0),
  ended_at timestamptz,
  ended_why text check (ended_why in ('performer', 'silent', 'staff', 'missed')),
  ended_by uuid references accounts.accounts (id),
  created_at timestamptz not null,
  constraint a_stream_is_told_or_shown check (status <> 'scheduled' or scheduled_at is not null),
  constraint what_is_shown_has_begun check (status <> 'live' or (started_at is not null and last_beat_at is not null)),
  constraint an_end_is_whole check ((status = 'ended') = (ended_at is not null) and (ended_at is null) = (ended_why is null)),
  constraint nothing_ends_before_it_begins check (ended_at >= started_at),
  constraint what_was_seen_had_begun check (first_seen_at is null or started_at is not null)
);
-- Nobody is on two stages.
create unique index one_on_air on live.streams (performer_id) where status = 'live';
create index streams_of_performer on live.streams (performer_id, created_at desc, work_id desc);
create index streams_to_come on live.streams (scheduled_at, work_id) where status = 'scheduled';
create index streams_on_air on live.streams (started_at desc, work_id desc) where status = 'live';

create function live.guard_stream() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a stream goes from scheduled to live to ended, and stays' using errcode = 'restrict_violation';
end $$;
create trigger guard_steps before update on live.streams for each row
  when (old.status = 'ended' and new.status <> 'ended' or old.status = 'live' and new.status = 'scheduled'
    or (new.work_id, new.performer_id, new.type, new.created_at) is distinct from (old.work_id, old.performer_id, old.type, old.created_at)
    or (old.started_at is not null and new.started_at is distinct from old.started_at)
    or (old.ended_at is not null and (new.ended_at, new.ended_why, new.ended_by) is distinct from (old.ended_at, old.ended_why, old.ended_by))
    or new.duration < old.duration or new.most_viewers < old.most_viewers)
  execute function live.guard_stream();
create trigger guard_kept before delete on live.streams for each row execute function live.guard_stream();
create trigger guard_truncate before truncate on live.streams for each statement execute function live.guard_stream();

-- What a creator's next stream begins with, and the key that an encoder of theirs shows. Of the key only its hash is kept.
create table live.profiles (
  performer_id uuid primary key references accounts.accounts (id),
  title text not null default '' check (char_length(title) <= 120),
  description text not null default '' check (char_length(description) <= 2000),
  type text not null default 'public' check (type in ('public', 'followers', 'subscribers', 'ticket')),
  -- Hundredths of a token.
  price bigint not null default 0 check (price between 0 and 1000000000000),
  key_hash bytea unique check (octet_length(key_hash) = 32),
  key_made_at timestamptz,
  constraint a_key_has_its_time check ((key_hash is null) = (key_made_at is null))
);

-- That somebody goes live, and that a show did not take place, is told.
alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'reply', 'post', 'stream_live', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed', 'order_sold',
    'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue', 'request_returned', 'request_refunded',
    'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done', 'payout_rejected', 'payout_returned',
    'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'campaign', 'password_changed'));
