-- What fans give while they watch: it stands in the room, counts towards what the creator hopes to reach, and may be for something on their menu.
-- And who helps a creator on their stages, and who is not let in any more.

create table live.menu_items (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  title text not null check (char_length(title) between 1 and 80),
  -- Hundredths of a token.
  price bigint not null check (price between 1 and 1000000000000),
  position integer not null check (position >= 0),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index menu_of_performer on live.menu_items (performer_id, position) where deleted_at is null;

create table live.goals (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references live.streams (work_id),
  amount bigint not null check (amount between 1 and 1000000000000),
  title text not null default '' check (char_length(title) <= 100),
  set_at timestamptz not null,
  -- Once reached it stays so, whatever goes back later.
  reached_at timestamptz check (reached_at >= set_at),
  -- Another took its place, or it was taken back.
  ended_at timestamptz check (ended_at >= set_at)
);
create unique index one_goal_a_stream on live.goals (stream_id) where ended_at is null;

-- Each tip that was given in a stream. What was paid stands in the wallet; here is what it was paid for.
create table live.tips (
  transfer_id uuid primary key references wallet.transfers (id),
  stream_id uuid not null references live.streams (work_id),
  goal_id uuid references live.goals (id),
  menu_item_id uuid references live.menu_items (id),
  fan_id uuid not null references accounts.accounts (id),
  is_anonymous boolean not null,
  amount bigint not null check (amount > 0),
  given_at timestamptz not null,
  returned_at timestamptz
);
create index tips_of_stream on live.tips (stream_id);
create index tips_of_goal on live.tips (goal_id) where goal_id is not null;

create function live.guard_tip() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a tip stays what it was given as, and goes back once' using errcode = 'restrict_violation';
end $$;
create trigger guard_given before update on live.tips for each row
  when ((new.transfer_id, new.stream_id, new.goal_id, new.menu_item_id, new.fan_id, new.is_anonymous, new.amount, new.given_at)
      is distinct from (old.transfer_id, old.stream_id, old.goal_id, old.menu_item_id, old.fan_id, old.is_anonymous, old.amount, old.given_at)
    or (old.returned_at is not null and new.returned_at is distinct from old.returned_at))
  execute function live.guard_tip();
create trigger guard_kept before delete on live.tips for each row execute function live.guard_tip();
create trigger guard_truncate before truncate on live.tips for each statement execute function live.guard_tip();

-- How a tip's line reads in a room.
create table messaging.room_tips (
  message_id uuid primary key references messaging.messages (id),
  is_anonymous boolean not null,
  menu_item text check (char_length(menu_item) between 1 and 80)
);

create table live.moderators (
  performer_id uuid not null references accounts.accounts (id),
  account_id uuid not null references accounts.accounts (id),
  named_at timestamptz not null,
  primary key (performer_id, account_id),
  constraint nobody_moderates_themselves check (performer_id <> account_id)
);
create index moderates on live.moderators (account_id);

create table live.bans (
  performer_id uuid not null references accounts.accounts (id),
  account_id uuid not null references accounts.accounts (id),
  reason text not null default '' check (char_length(reason) <= 200),
  banned_at timestamptz not null,
  primary key (performer_id, account_id),
  constraint nobody_bans_themselves check (performer_id <> account_id)
);
create index banned_from on live.bans (account_id);
