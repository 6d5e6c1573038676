-- The rooms of streams: conversations of many, whose lines are messages like others (docs/adr/0013).
create table messaging.rooms (
  conversation_id uuid primary key references messaging.conversations (id),
  stream_id uuid not null unique,
  name text not null default '' check (char_length(name) <= 100),
  is_active boolean not null default true,
  chat_audience text not null default 'all' check (chat_audience in ('all', 'followers', 'subscribers', 'buyers')),
  slow_mode_seconds integer not null default 0 check (slow_mode_seconds between 0 and 3600),
  pinned_message_id uuid references messaging.messages (id),
  -- Lines up to this number were cleared away; they are kept.
  cleared_to bigint not null default 0 check (cleared_to >= 0)
);

-- What a room knows of somebody in it.
create table messaging.room_people (
  conversation_id uuid not null references messaging.rooms (conversation_id),
  account_id uuid not null references accounts.accounts (id),
  muted_at timestamptz,
  muted_by uuid references accounts.accounts (id),
  -- Of rooms in slow mode: when they last took a turn.
  last_said_at timestamptz,
  primary key (conversation_id, account_id),
  constraint somebody_muted_them check ((muted_at is null) = (muted_by is null))
);

-- A closed room stays closed, what was cleared stays cleared, and a room belongs to its stream.
create function messaging.guard_room() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a closed room stays closed, and what was cleared stays cleared' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_forward before update on messaging.rooms for each row
  when ((new.is_active and not old.is_active) or new.cleared_to < old.cleared_to
    or (new.conversation_id, new.stream_id) is distinct from (old.conversation_id, old.stream_id))
  execute function messaging.guard_room();
