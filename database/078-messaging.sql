-- Conversations and the rooms of streams (docs/adr/0013).
create schema messaging;

-- One row a conversation, and all that its two sides keep of it: what changes it takes the row's next number, so its numbers have no gap, and
-- both inboxes are read from an index of their own.
create table messaging.conversations (
  id uuid primary key default uuidv7(),
  kind text not null,
  performer_id uuid not null references accounts.accounts (id),
  fan_id uuid references accounts.accounts (id),
  last_change bigint not null default 0 check (last_change >= 0),
  -- Null until something is said.
  last_message_at timestamptz,
  -- The numbers of the newest messages of each side that still stand, and up to which each side has read.
  last_of_performer bigint not null default 0,
  last_of_fan bigint not null default 0,
  read_by_performer bigint not null default 0 check (read_by_performer between 0 and last_change),
  read_by_fan bigint not null default 0 check (read_by_fan between 0 and last_change),
  -- Whoever wrote gets an answer, also when they took back what they wrote.
  fan_wrote boolean not null default false,
  pinned_by_performer_at timestamptz,
  pinned_by_fan_at timestamptz,
  archived_by_performer_at timestamptz,
  archived_by_fan_at timestamptz,
  muted_by_performer_at timestamptz,
  muted_by_fan_at timestamptz,
  created_at timestamptz not null,
  constraint a_conversation_is_private_or_a_room check (kind in ('private', 'room')),
  constraint a_private_one_has_two_people check ((kind = 'private') = (fan_id is not null) and fan_id is distinct from performer_id)
);
-- One for two people; and each side's inbox, newest activity first.
create unique index one_conversation_for_two on messaging.conversations (performer_id, fan_id) where kind = 'private';
create index inbox_of_performer on messaging.conversations (performer_id, last_message_at desc, id desc) where kind = 'private' and last_message_at is not null;
create index inbox_of_fan on messaging.conversations (fan_id, last_message_at desc, id desc) where last_message_at is not null;
create index pinned_by_performer on messaging.conversations (performer_id) where pinned_by_performer_at is not null;
create index pinned_by_fan on messaging.conversations (fan_id) where pinned_by_fan_at is not null;
-- Those with something that was not read yet.
create index unread_by_performer on messaging.conversations (performer_id, last_message_at desc, id desc) where kind = 'private' and last_of_fan > read_by_performer;
create index unread_by_fan on messaging.conversations (fan_id, last_message_at desc, id desc) where last_of_performer > read_by_fan;

-- Numbers and read marks only move forward, and nobody changes whose conversation it is.
create function messaging.guard_conversation() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a conversation''s numbers and marks only move forward, and its people stay' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_forward before update on messaging.conversations for each row
  when (new.last_change < old.last_change or new.read_by_performer < old.read_by_performer or new.read_by_fan < old.read_by_fan
    or new.last_message_at < old.last_message_at
    or (new.id, new.kind, new.performer_id, new.fan_id) is distinct from (old.id, old.kind, old.performer_id, old.fan_id))
  execute function messaging.guard_conversation();

create table messaging.messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references messaging.conversations (id),
  -- The change it came with, and the newest one that it went through.
  number bigint not null check (number > 0),
  change bigint not null,
  sender_id uuid not null references accounts.accounts (id),
  -- The sender's own name for it, or the Idempotency-Key it came with; and what was sent under it.
  client_id text check (char_length(client_id) between 1 and 220),
  sent_hash bytea,
  author text not null default 'person' check (author in ('person', 'automation')),
  type text not null check (type in ('text', 'tip')),
  text text not null check (char_length(text) <= 2000),
  -- Hundredths of a token: what a tip gave, and what writing it cost its sender, which is held until it is read.
  amount bigint not null default 0 check (amount >= 0),
  transfer_id uuid unique references wallet.transfers (id),
  -- Of one that cost something: read in time, or given back, which may still happen to what was read (a refund, a payment that was taken back).
  settled text check (settled in ('earned', 'returned')),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references accounts.accounts (id),
  constraint a_change_comes_after_the_message check (change >= number),
  constraint what_it_cost_has_its_transfer check ((amount > 0) = (transfer_id is not null)),
  constraint only_what_is_held_is_settled check (settled is null or (amount > 0 and type <> 'tip')),
  constraint a_tip_gives_something check (type <> 'tip' or amount > 0),
  constraint somebody_deleted_it check ((deleted_at is null) = (deleted_by is null)),
  constraint a_name_has_what_was_sent check ((client_id is null) = (sent_hash is null))
);
create unique index one_message_a_number on messaging.messages (conversation_id, number);
create unique index one_message_a_change on messaging.messages (conversation_id, change);
create unique index sent_once on messaging.messages (sender_id, client_id) where client_id is not null;
create index held_until_read on messaging.messages (created_at, id) where amount > 0 and type <> 'tip' and settled is null;
create index held_in_conversation on messaging.messages (conversation_id, number) where amount > 0 and type <> 'tip' and settled is null;

-- What was said stays said: of a message only its text, its newest change, how its money ended and that it was deleted can change, and none is taken away.
create function messaging.guard_message() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a message stays where it was said, by whom and for how much' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_said before update on messaging.messages for each row
  when (new.change < old.change or (old.settled is not null and new.settled is distinct from old.settled and (old.settled, new.settled) <> ('earned', 'returned')) or (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
    or (new.id, new.conversation_id, new.number, new.sender_id, new.client_id, new.sent_hash, new.author, new.type, new.amount, new.transfer_id, new.created_at)
      is distinct from (old.id, old.conversation_id, old.number, old.sender_id, old.client_id, old.sent_hash, old.author, old.type, old.amount, old.transfer_id, old.created_at))
  execute function messaging.guard_message();
create trigger guard_kept before delete on messaging.messages for each row execute function messaging.guard_message();
create trigger guard_truncate before truncate on messaging.messages for each statement execute function messaging.guard_message();

-- When each side read up to which number: a row for each time that it moved.
create table messaging.reads (
  conversation_id uuid not null references messaging.conversations (id),
  reader_id uuid not null references accounts.accounts (id),
  read_to bigint not null check (read_to > 0),
  read_at timestamptz not null,
  primary key (conversation_id, reader_id, read_to)
);
