-- A guest performer in a show of another's: named by its performer, seen only with their own yes, which is kept with its words and its hour.

alter table live.streams
  add column guest_id uuid references accounts.accounts (id),
  add column guest_state text check (guest_state in ('asked', 'agreed', 'declined', 'withdrawn')),
  add constraint a_guest_has_a_state check ((guest_id is null) = (guest_state is null)),
  add constraint nobody_is_their_own_guest check (guest_id <> performer_id),
  -- Who pays by the minute pays for one picture.
  add constraint no_guest_performer_by_the_minute check (guest_id is null or type not in ('group', 'private'));
create index streams_of_guest on live.streams (guest_id, work_id) where guest_id is not null;

create table live.consents (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references live.streams (work_id),
  guest_id uuid not null references accounts.accounts (id),
  -- What they read when they agreed, in their language.
  text text not null check (char_length(text) between 1 and 2000),
  agreed_at timestamptz not null,
  -- They withdrew it, or were named no more.
  ended_at timestamptz check (ended_at >= agreed_at)
);
create unique index one_consent_at_once on live.consents (stream_id) where ended_at is null;
create index consents_of_stream on live.consents (stream_id, agreed_at);

create function live.guard_consent() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a consent is kept as it was given, and ends once' using errcode = 'restrict_violation';
end $$;
create trigger guard_given before update on live.consents for each row
  when ((new.id, new.stream_id, new.guest_id, new.text, new.agreed_at) is distinct from (old.id, old.stream_id, old.guest_id, old.text, old.agreed_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at))
  execute function live.guard_consent();
create trigger guard_kept before delete on live.consents for each row execute function live.guard_consent();
create trigger guard_truncate before truncate on live.consents for each statement execute function live.guard_consent();

-- Against plain SQL, too: nobody is on a stage by somebody else's word.
create function live.check_guest() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if not exists (select from live.consents c where c.stream_id = new.work_id and c.guest_id = new.guest_id and c.ended_at is null) then
    raise exception 'a guest is on a stage by their own consent' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_guest before insert or update on live.streams for each row
  when (new.guest_state = 'agreed') execute function live.check_guest();

alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'guest_asked', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'report_decided', 'campaign', 'password_changed'));
