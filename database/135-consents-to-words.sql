-- A yes is for a show as it was announced: also for its title and what is said of it. Under other words nobody agreed to be seen.
alter table live.consents
  add column title text,
  add column description text,
  drop constraint consents_text_check,
  -- What is said of a show stands in it.
  add constraint consents_text_check check (char_length(text) between 1 and 5000);
-- Those of before are for the show as it stands.
alter table live.consents disable trigger guard_given;
update live.consents c set title = w.title, description = s.description
  from live.streams s join works.works w on w.id = s.work_id where s.work_id = c.stream_id;
alter table live.consents enable trigger guard_given;
alter table live.consents
  alter column title set not null,
  alter column description set not null;
drop trigger guard_given on live.consents;
create trigger guard_given before update on live.consents for each row
  when ((new.id, new.stream_id, new.guest_id, new.text, new.agreed_at, new.scheduled_at, new.is_recorded, new.title, new.description)
      is distinct from (old.id, old.stream_id, old.guest_id, old.text, old.agreed_at, old.scheduled_at, old.is_recorded, old.title, old.description)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at))
  execute function live.guard_consent();

create or replace function live.guest_agrees(_stream uuid) returns boolean language sql stable set search_path to pg_catalog, pg_temp
return (
  select case when s.guest_state = 'agreed'
    then coalesce(c.guest_id = s.guest_id and c.scheduled_at = coalesce(s.scheduled_at, s.created_at)
      and c.title = w.title and c.description = s.description
      and (c.is_recorded or not exists (select from live.recordings r where r.stream_id = s.work_id)), false)
    else c.id is null end
  from live.streams s join works.works w on w.id = s.work_id
    left join live.consents c on c.stream_id = s.work_id and c.ended_at is null
  where s.work_id = _stream
);
create or replace function live.guard_agreement() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  stream uuid;
begin
  if tg_table_name = 'streams' then stream := new.work_id; elsif tg_table_name = 'works' then stream := new.id; else stream := new.stream_id; end if;
  if live.guest_agrees(stream) is not true then
    raise exception 'a guest is on a stage by their own consent' using errcode = 'integrity_constraint_violation', detail = stream;
  end if;
  return null;
end $$;
drop trigger guard_guest_changed on live.streams;
create constraint trigger guard_guest_changed after update of guest_id, guest_state, scheduled_at, description on live.streams deferrable initially deferred for each row
  when ((new.guest_id, new.guest_state, new.scheduled_at, new.description) is distinct from (old.guest_id, old.guest_state, old.scheduled_at, old.description))
  execute function live.guard_agreement();
create constraint trigger guard_guest after update of title on works.works deferrable initially deferred for each row
  when (new.kind = 'stream' and new.title is distinct from old.title)
  execute function live.guard_agreement();

-- Whoever agreed is told that the show is announced in other words, and that it asks anew.
alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'guest_asked', 'guest_moved', 'guest_changed', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'recording_made', 'recording_short', 'recording_nothing_taped', 'recording_unreadable', 'recording_refused', 'recording_withheld',
    'performer_approved', 'report_decided', 'campaign', 'password_changed', 'two_factor_on', 'two_factor_off', 'recovery_code_used'));
