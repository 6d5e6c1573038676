-- Something made for one fan: asked for, quoted, held until it has arrived (docs/adr/0016).

alter table profiles.performers
  add column takes_requests boolean not null default false,
  -- Hundredths of a token: nobody asks or quotes below it.
  add column request_minimum bigint not null default 0 check (request_minimum >= 0);

-- A request is a line of its conversation; what it costs is held by the request, not by the line.
alter table messaging.messages
  drop constraint messages_type_check,
  add constraint messages_type_check check (type in ('text', 'photo', 'video', 'audio', 'tip', 'request')),
  add constraint a_request_is_said_for_nothing check (type <> 'request' or amount = 0);

create schema requests;

create table requests.requests (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references messaging.conversations (id),
  -- Its line, which has its words.
  message_id uuid not null unique references messaging.messages (id),
  performer_id uuid not null references accounts.accounts (id),
  fan_id uuid not null references accounts.accounts (id),
  -- Hundredths of a token.
  budget bigint check (budget > 0),
  state text not null check (state in ('asked', 'quoted', 'accepted', 'delivered', 'declined', 'withdrawn', 'expired', 'overdue', 'refunded')),
  price bigint check (price > 0),
  days integer check (days between 1 and 60),
  -- What the performer said with the quote, or declining.
  note text not null default '' check (char_length(note) <= 500),
  quoted_at timestamptz,
  accepted_at timestamptz,
  due_at timestamptz,
  -- What is held, from acceptance on.
  transfer_id uuid unique references wallet.transfers (id),
  -- The message that delivers it: it waits, or has arrived.
  delivery_id uuid unique references messaging.messages (id),
  -- When what was sent last was refused.
  refused_at timestamptz,
  -- What the held tokens bought when it arrived.
  sale_id uuid unique references wallet.transfers (id),
  delivered_at timestamptz,
  ended_at timestamptz,
  -- Who ended it; null: time, or what happened elsewhere.
  ended_by uuid references accounts.accounts (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint a_quote_is_whole check ((price is null) = (days is null) and (price is null) = (quoted_at is null)),
  constraint nobody_accepts_without_a_quote check (accepted_at is null or price is not null),
  constraint what_is_accepted_is_held check ((accepted_at is null) = (transfer_id is null) and (accepted_at is null) = (due_at is null)),
  constraint what_is_delivered_is_bought check ((delivered_at is null) = (sale_id is null) and (delivered_at is null or delivery_id is not null)),
  constraint a_state_has_what_it_says check (case state
    when 'asked' then price is null
    when 'quoted' then price is not null and accepted_at is null
    when 'accepted' then accepted_at is not null and delivered_at is null
    when 'delivered' then delivered_at is not null
    when 'overdue' then accepted_at is not null and delivered_at is null
    when 'refunded' then accepted_at is not null
    when 'declined' then delivered_at is null
    else accepted_at is null end),
  constraint an_end_has_its_time check ((state in ('declined', 'withdrawn', 'expired', 'overdue', 'refunded')) = (ended_at is not null)),
  constraint nobody_asks_themselves check (performer_id <> fan_id)
);
create index requests_of_performer on requests.requests (performer_id, created_at desc, id desc);
create index requests_of_fan on requests.requests (fan_id, created_at desc, id desc);
create index requests_of_conversation on requests.requests (conversation_id);
create index open_between on requests.requests (performer_id, fan_id) where state in ('asked', 'quoted', 'accepted');
-- What runs out: an answer, an acceptance, a delivery; and what is sent and waits.
create index asked_since on requests.requests (created_at) where state = 'asked';
create index quoted_since on requests.requests (quoted_at) where state = 'quoted';
create index due_by on requests.requests (due_at) where state = 'accepted' and delivery_id is null;
create index sent_and_waiting on requests.requests (id) where state = 'accepted' and delivery_id is not null;

-- One step after the other, and what was said, agreed and held stays so.
create function requests.guard_request() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a request goes on step by step, and what was agreed stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_first before insert on requests.requests for each row when (new.state <> 'asked') execute function requests.guard_request();
create trigger guard_steps before update on requests.requests for each row
  when (
    (old.state <> new.state and (old.state, new.state) not in (
      ('asked', 'quoted'), ('asked', 'declined'), ('asked', 'withdrawn'), ('asked', 'expired'),
      ('quoted', 'accepted'), ('quoted', 'declined'), ('quoted', 'withdrawn'), ('quoted', 'expired'),
      ('accepted', 'delivered'), ('accepted', 'declined'), ('accepted', 'overdue'), ('accepted', 'refunded'),
      ('delivered', 'refunded')))
    or (old.state = new.state and old.state not in ('quoted', 'accepted'))
    or (old.state not in ('asked', 'quoted') and (old.price, old.days, old.quoted_at) is distinct from (new.price, new.days, new.quoted_at))
    or (old.transfer_id is not null and (old.transfer_id, old.accepted_at) is distinct from (new.transfer_id, new.accepted_at))
    or new.due_at < old.due_at
    or (old.sale_id is not null and (old.sale_id, old.delivered_at, old.delivery_id) is distinct from (new.sale_id, new.delivered_at, new.delivery_id))
    or new.changed_at < old.changed_at
    or (new.id, new.conversation_id, new.message_id, new.performer_id, new.fan_id, new.budget, new.created_at)
      is distinct from (old.id, old.conversation_id, old.message_id, old.performer_id, old.fan_id, old.budget, old.created_at))
  execute function requests.guard_request();
create trigger guard_kept before delete on requests.requests for each row execute function requests.guard_request();
create trigger guard_truncate before truncate on requests.requests for each statement execute function requests.guard_request();

-- What a request says of money is what the ledger says, at the commit: what is accepted is held whole, what was delivered was bought with it, and of
-- what ended nothing is held any more.
create function requests.guard_money() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  held wallet.transfers;
begin
  select * into held from wallet.transfers t where t.id = new.transfer_id;
  if held.payee is distinct from 4 or held.sign <> 1 or held.reference is distinct from 'request:' || new.id or held.amount <> new.price
    or held.paid_by <> new.fan_id or held.detail ->> 'sellerId' <> new.performer_id::text then
    raise exception 'a request holds what was quoted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.state = 'accepted') <> (held.reversed_by is null) then
    raise exception 'what a request held is held while it is accepted, and no longer' using errcode = 'integrity_constraint_violation';
  end if;
  if new.state = 'delivered' and not exists (
    select from wallet.transfers t join messaging.messages m on m.id = new.delivery_id
    where t.id = new.sale_id and t.sign = 1 and t.reference = 'work:' || m.work_id and t.amount = new.price and t.paid_by = new.fan_id
      and m.conversation_id = new.conversation_id and m.sender_id = new.performer_id and m.arrived is not null) then
    raise exception 'what was delivered is bought for what was quoted' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Where the money went back on another way, the request follows it: until then nothing of its state is written.
create constraint trigger guard_money after update on requests.requests deferrable initially deferred for each row
  when (new.transfer_id is not null and old.state <> new.state) execute function requests.guard_money();

-- And its two people are told.
alter table notifications.notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('message', 'comment', 'reply', 'post', 'sale', 'tip', 'subscriber', 'order', 'request', 'subscription', 'payout', 'review', 'campaign', 'account')),
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'comment', 'reply', 'post', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed', 'order_sold',
    'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'request_asked', 'request_quoted', 'request_accepted', 'request_declined', 'request_overdue',
    'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done', 'payout_rejected', 'payout_returned',
    'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'campaign', 'password_changed'));
alter table notifications.preferences
  drop constraint preferences_kind_check,
  add constraint preferences_kind_check check (kind in ('message', 'comment', 'reply', 'post', 'sale', 'tip', 'subscriber', 'order', 'request', 'subscription', 'payout', 'review', 'campaign', 'account'));
