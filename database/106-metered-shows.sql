-- Shows that are paid for by the minute: group shows, private shows of two, and looking on in a private show without being seen.
-- Minutes are those in which the media engine brought picture or sound to who pays; no clock of a page and no hour of a machine counts.

alter table works.works
  drop constraint works_audience_check,
  add constraint works_audience_check check (audience in ('free', 'followers', 'subscription', 'ppv', 'metered')),
  add constraint only_a_stream_is_metered check (audience <> 'metered' or kind = 'stream');

alter table live.streams
  -- Hundredths of a token for each started minute.
  add column minute_price bigint check (minute_price between 1 and 1000000000000),
  -- Whoever comes in could pay so many.
  add column min_minutes integer not null default 1 check (min_minutes between 1 and 60),
  -- What looking on in a private show costs, where its performer lets people.
  add column spy_price bigint check (spy_price between 1 and 1000000000000),
  drop constraint streams_type_check,
  add constraint streams_type_check check (type in ('public', 'followers', 'subscribers', 'ticket', 'group', 'private')),
  add constraint only_a_metered_show_has_a_minute_price check ((type in ('group', 'private')) = (minute_price is not null)),
  add constraint only_a_private_show_is_looked_in_on check (spy_price is null or type = 'private'),
  drop constraint streams_ended_why_check,
  add constraint streams_ended_why_check check (ended_why in ('performer', 'silent', 'staff', 'missed', 'guest', 'balance'));

alter table live.profiles
  add column group_price bigint check (group_price between 1 and 1000000000000),
  -- Null: they take no requests for private shows.
  add column private_price bigint check (private_price between 1 and 1000000000000),
  add column min_minutes integer not null default 1 check (min_minutes between 1 and 60),
  -- Null: nobody looks on.
  add column spy_price bigint check (spy_price between 1 and 1000000000000),
  drop constraint profiles_type_check,
  add constraint profiles_type_check check (type in ('public', 'followers', 'subscribers', 'ticket', 'group'));

-- A fan asks a performer for a private show. The prices are those that stood when they asked.
create table live.requests (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  fan_id uuid not null references accounts.accounts (id),
  conversation_id uuid not null references messaging.conversations (id),
  note text not null default '' check (char_length(note) <= 200),
  minute_price bigint not null check (minute_price between 1 and 1000000000000),
  min_minutes integer not null check (min_minutes between 1 and 60),
  spy_price bigint check (spy_price between 1 and 1000000000000),
  state text not null default 'asked' check (state in ('asked', 'accepted', 'declined', 'withdrawn', 'expired')),
  asked_at timestamptz not null,
  ended_at timestamptz check (ended_at >= asked_at),
  stream_id uuid unique references live.streams (work_id),
  constraint nobody_asks_themselves check (performer_id <> fan_id),
  constraint what_was_answered_has_its_time check ((state = 'asked') = (ended_at is null)),
  constraint what_was_accepted_is_shown check ((state = 'accepted') = (stream_id is not null))
);
create unique index one_request_at_once on live.requests (performer_id, fan_id) where state = 'asked';
create index requests_of_performer on live.requests (performer_id, asked_at desc, id desc);
create index requests_of_fan on live.requests (fan_id, asked_at desc, id desc);
create index requests_that_wait on live.requests (asked_at) where state = 'asked';
create index requests_in_conversation on live.requests (conversation_id);

-- Somebody pays by the minute: the guest of a private show, a viewer of a group show, or who looks on in a private one.
create table live.meters (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references live.streams (work_id),
  payer_id uuid not null references accounts.accounts (id),
  role text not null check (role in ('guest', 'viewer', 'spy')),
  -- As it stood when they came in: hundredths of a token for each started minute.
  minute_price bigint not null check (minute_price between 1 and 1000000000000),
  -- Milliseconds of picture or sound that reached them.
  served_ms bigint not null default 0 check (served_ms >= 0),
  -- What the engine had counted when it was asked last, and which run of the engine that was: another one counts from nothing.
  engine_run text,
  engine_ms bigint not null default 0 check (engine_ms >= 0),
  opened_at timestamptz not null,
  -- When something reached them last; before that, when they came in.
  last_flow_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at),
  -- They left, could not pay on, the show was over, they lost the right, or nothing reached them any more.
  closed_why text check (closed_why in ('left', 'short', 'ended', 'shut_out', 'silent')),
  constraint a_closed_meter_has_its_reason check ((closed_at is null) = (closed_why is null))
);
create unique index one_meter_at_once on live.meters (stream_id, payer_id) where closed_at is null;
create unique index one_guest_a_show on live.meters (stream_id) where role = 'guest';
create index meters_that_run on live.meters (stream_id) where closed_at is null;
create index meters_of_stream on live.meters (stream_id, opened_at, id);
create index meters_of_payer on live.meters (payer_id, opened_at desc, id desc);

create function live.guard_meter() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a meter counts on until it is closed, and stays' using errcode = 'restrict_violation';
end $$;
create trigger guard_steps before update on live.meters for each row
  when ((new.id, new.stream_id, new.payer_id, new.role, new.minute_price, new.opened_at)
      is distinct from (old.id, old.stream_id, old.payer_id, old.role, old.minute_price, old.opened_at)
    or new.served_ms < old.served_ms or (old.closed_at is not null and new is distinct from old))
  execute function live.guard_meter();
create trigger guard_kept before delete on live.meters for each row execute function live.guard_meter();
create trigger guard_truncate before truncate on live.meters for each statement execute function live.guard_meter();

-- Each minute that was charged: what both sides can add up again. Each names the digest of the one before it, and is signed by the site.
create table live.ticks (
  meter_id uuid not null references live.meters (id),
  number integer not null check (number >= 1),
  transfer_id uuid not null unique references wallet.transfers (id),
  amount bigint not null check (amount between 1 and 1000000000000),
  -- What had reached them when it was charged: at least the minutes charged before.
  served_ms bigint not null check (served_ms > (number - 1) * 60000::bigint - 1),
  at timestamptz not null,
  digest bytea not null check (octet_length(digest) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  -- What it can be checked with, also after the site's secret was changed.
  public_key bytea not null check (octet_length(public_key) = 32),
  returned_at timestamptz check (returned_at >= at),
  primary key (meter_id, number)
);

create function live.guard_tick() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a minute that was charged stays as it was, and goes back once' using errcode = 'restrict_violation';
end $$;
create trigger guard_charged before update on live.ticks for each row
  when ((new.meter_id, new.number, new.transfer_id, new.amount, new.served_ms, new.at, new.digest, new.signature, new.public_key)
      is distinct from (old.meter_id, old.number, old.transfer_id, old.amount, old.served_ms, old.at, old.digest, old.signature, old.public_key)
    or (old.returned_at is not null and new.returned_at is distinct from old.returned_at))
  execute function live.guard_tick();
create trigger guard_kept before delete on live.ticks for each row execute function live.guard_tick();
create trigger guard_truncate before truncate on live.ticks for each statement execute function live.guard_tick();

-- Against plain SQL, too: the next minute only, of a meter that runs, at its price, for media that reached them, and paid by them.
create function live.check_tick() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if new.number <> 1 + (select count(*) from live.ticks where meter_id = new.meter_id)
    or not exists (
      select from live.meters m
      where m.id = new.meter_id and m.closed_at is null and m.minute_price = new.amount and m.served_ms = new.served_ms and m.served_ms > 0)
    or not exists (
      select from live.meters m join wallet.transfers t on t.id = new.transfer_id
      where m.id = new.meter_id and t.paid_by = m.payer_id and t.amount = new.amount and t.sign = 1 and t.key = 'tick:' || m.id || ':' || new.number)
  then
    raise exception 'a minute is charged in its turn, at its price, for what was served' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_charged before insert on live.ticks for each row execute function live.check_tick();

alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'report_decided', 'campaign', 'password_changed'));
