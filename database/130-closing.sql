-- An account is closed by its owner: for some days it can be taken back, and then what is personal in it goes for good (docs/adr/0028).
alter table accounts.accounts drop constraint accounts_state_check;
alter table accounts.accounts add constraint accounts_state_check check (state in ('active', 'pending', 'rejected', 'closing', 'closed'));
-- Until when it can be taken back, and when what is personal went.
alter table accounts.accounts add column closes_at timestamptz;
alter table accounts.accounts add column erased_at timestamptz;
alter table accounts.accounts add constraint a_closing_one_has_its_end check ((state = 'closing') = (closes_at is not null));
alter table accounts.accounts add constraint an_erased_one_keeps_nothing check (erased_at is null or (
  state = 'closed' and password_hash is null and birth_date is null and gender is null and country is null
  and timezone is null and bio = '' and notification_preferences = '{}'::jsonb
  -- The address of one that stands behind another's sign-in is that one's.
  and (holder_id is not null or (email like '%@closed.invalid' and email_verified_at is null and proven_at is null))));
create index performers_closing on accounts.accounts (id) where state = 'closing' and role = 'performer';

-- Taking a closing account back: by the link of its letter, or by the one that signing in leads to. Only their digests are here. Not in accounts.links:
-- an account that stands behind another's sign-in has none there, and is taken back by itself.
create table accounts.ways_back (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts.accounts (id) on delete cascade,
  made_at timestamptz not null
);
create index ways_back_of_account on accounts.ways_back (account_id);

-- Names of accounts that are gone, as digests: nobody else gets one.
create table accounts.former_names (
  digest bytea primary key check (octet_length(digest) = 32)
);

create function accounts.guard_former_names() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if exists (select from accounts.former_names f where f.digest = sha256(convert_to(new.username, 'UTF8'))) then
    raise exception 'somebody had this name who is gone' using errcode = 'unique_violation', constraint = 'username_unique';
  end if;
  return new;
end $$;
create trigger guard_former_names before insert or update of username on accounts.accounts for each row execute function accounts.guard_former_names();

create function accounts.guard_erased() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'an account whose owner is gone stays as it is' using errcode = 'restrict_violation';
end $$;
-- Of one that stands behind another's sign-in the address still follows its holder's.
create trigger guard_erased before update on accounts.accounts for each row
  when (old.erased_at is not null and (new.erased_at, new.state, new.name, new.username, new.closes_at) is distinct from (old.erased_at, old.state, old.name, old.username, old.closes_at))
  execute function accounts.guard_erased();

create schema closing;

create table closing.closings (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  asked_at timestamptz not null,
  -- From here on it is final, unless it is held.
  final_at timestamptz not null,
  reminded_at timestamptz,
  taken_back_at timestamptz,
  -- What is personal goes, step by step; there is no way back any more.
  begun_at timestamptz,
  erased_at timestamptz,
  -- Staff keep it from becoming final.
  held_at timestamptz,
  held_by uuid references accounts.accounts (id),
  held_reason text check (length(held_reason) between 1 and 1000),
  constraint the_end_comes_later check (final_at > asked_at),
  constraint it_ends_one_way check (taken_back_at is null or begun_at is null),
  constraint erased_was_begun check (erased_at is null or erased_at >= begun_at),
  constraint not_before_its_end check (begun_at is null or begun_at >= final_at),
  constraint a_hold_is_whole check ((held_at is null) = (held_by is null) and (held_at is null) = (held_reason is null)),
  constraint what_is_held_is_not_begun check (held_at is null or begun_at is null)
);
create unique index one_closing_at_a_time on closing.closings (account_id) where taken_back_at is null;
create index closings_of_account on closing.closings (account_id, asked_at desc);
create index closings_newest on closing.closings (asked_at desc, id desc);
create index closings_to_end on closing.closings (final_at) where taken_back_at is null and erased_at is null;

-- Files stay with what they were sent in, but for a deleted line of somebody who is gone.
create function messaging.guard_files() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (
    select from messaging.messages m join accounts.accounts a on a.id = m.sender_id
    where m.id = old.message_id and m.deleted_at is not null and a.state = 'closed') then
    return old;
  end if;
  raise exception 'a message stays where it was said, by whom and for how much' using errcode = 'integrity_constraint_violation';
end $$;
drop trigger guard_kept on messaging.message_files;
create trigger guard_kept before delete or update on messaging.message_files for each row execute function messaging.guard_files();
