-- Who was asked onto whose stage is kept, so that each is told once for the hour of a show, and a no is heard. A yes is for that hour, and says whether it is recorded.

create table live.invitations (
  stream_id uuid not null references live.streams (work_id),
  guest_id uuid not null references accounts.accounts (id),
  -- When the show was to begin: moved to another hour, it is another question.
  scheduled_at timestamptz not null,
  asked_at timestamptz not null,
  -- They said no, or took their yes back. A yes after that takes it away.
  no_at timestamptz check (no_at >= asked_at),
  primary key (stream_id, guest_id, scheduled_at)
);
insert into live.invitations (stream_id, guest_id, scheduled_at, asked_at, no_at)
  select work_id, guest_id, coalesce(scheduled_at, created_at), created_at, case when guest_state in ('declined', 'withdrawn') then created_at end
  from live.streams where guest_id is not null;

create function live.guard_invitation() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'that somebody was asked stays' using errcode = 'restrict_violation';
end $$;
create trigger guard_asked before update on live.invitations for each row
  when ((new.stream_id, new.guest_id, new.scheduled_at, new.asked_at) is distinct from (old.stream_id, old.guest_id, old.scheduled_at, old.asked_at))
  execute function live.guard_invitation();
create trigger guard_kept before delete on live.invitations for each row execute function live.guard_invitation();
create trigger guard_truncate before truncate on live.invitations for each statement execute function live.guard_invitation();

-- What a yes is for. Those of before are for the show as it stands.
alter table live.consents
  add column scheduled_at timestamptz,
  add column is_recorded boolean;
update live.consents c set scheduled_at = coalesce(s.scheduled_at, s.created_at), is_recorded = exists (select from live.recordings r where r.stream_id = s.work_id)
  from live.streams s where s.work_id = c.stream_id;
alter table live.consents
  alter column scheduled_at set not null,
  alter column is_recorded set not null;
drop trigger guard_given on live.consents;
create trigger guard_given before update on live.consents for each row
  when ((new.id, new.stream_id, new.guest_id, new.text, new.agreed_at, new.scheduled_at, new.is_recorded)
      is distinct from (old.id, old.stream_id, old.guest_id, old.text, old.agreed_at, old.scheduled_at, old.is_recorded)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at))
  execute function live.guard_consent();

-- At the commit a show and the consents to it say the same, whichever was written first: whoever is on the stage agreed to this hour and to being recorded,
-- and whoever does not agree any more is not on it. Whom a show is for does not change (guard_steps).
drop trigger check_guest on live.streams;
drop function live.check_guest();
create function live.guest_agrees(_stream uuid) returns boolean language sql stable set search_path to pg_catalog, pg_temp
return (
  select case when s.guest_state = 'agreed'
    then coalesce(c.guest_id = s.guest_id and c.scheduled_at = coalesce(s.scheduled_at, s.created_at)
      and (c.is_recorded or not exists (select from live.recordings r where r.stream_id = s.work_id)), false)
    else c.id is null end
  from live.streams s left join live.consents c on c.stream_id = s.work_id and c.ended_at is null
  where s.work_id = _stream
);
create function live.guard_agreement() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  stream uuid;
begin
  if tg_table_name = 'streams' then stream := new.work_id; else stream := new.stream_id; end if;
  if live.guest_agrees(stream) is not true then
    raise exception 'a guest is on a stage by their own consent' using errcode = 'integrity_constraint_violation', detail = stream;
  end if;
  return null;
end $$;
-- Nothing of the three is deleted but a recording, and without one nobody agreed to less.
create constraint trigger guard_guest after insert on live.streams deferrable initially deferred for each row
  when (new.guest_state = 'agreed') execute function live.guard_agreement();
create constraint trigger guard_guest_changed after update of guest_id, guest_state, scheduled_at on live.streams deferrable initially deferred for each row
  when ((new.guest_id, new.guest_state, new.scheduled_at) is distinct from (old.guest_id, old.guest_state, old.scheduled_at))
  execute function live.guard_agreement();
create constraint trigger guard_stage after insert or update on live.consents deferrable initially deferred for each row
  execute function live.guard_agreement();
create constraint trigger guard_guest after insert or update of stream_id on live.recordings deferrable initially deferred for each row
  execute function live.guard_agreement();

-- Whoever agreed is told that the show was moved, and that it asks anew.
alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'guest_asked', 'guest_moved', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'report_decided', 'campaign', 'password_changed'));
