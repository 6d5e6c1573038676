-- How often whoever paid for a creator's pictures reads their own name in them: once in a corner, or four times over the picture.
alter table profiles.performers add column pictures_name text not null default 'one' check (pictures_name in ('one', 'four'));

-- To whom marked copies of a file were ever sent: with a copy that somebody finds, these are the candidates. Kept for good, longer than the
-- file is sold and longer than either account: neither is referred to, so that nothing which takes one of them away takes this along.
create table files.viewings (
  file_id uuid not null,
  account_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (file_id, account_id),
  constraint last_is_not_before_first check (last_at >= first_at)
);

create function files.keep_viewing() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'viewings stay' using errcode = 'restrict_violation';
  end if;
  if new.file_id <> old.file_id or new.account_id <> old.account_id or new.first_at <> old.first_at or new.last_at < old.last_at then
    raise exception 'a viewing only becomes later' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_change before update or delete on files.viewings for each row execute function files.keep_viewing();
create trigger guard_truncate before truncate on files.viewings for each statement execute function files.keep_viewing();

-- "Whose copy is this?": one picture that somebody found and staff ask about. The picture lies sealed in storage until the answer, and stays
-- as evidence where the answer names somebody.
create schema copies;

create table copies.lookups (
  id uuid primary key default uuidv7(),
  asked_by uuid not null references accounts.accounts (id),
  asked_at timestamptz not null,
  -- What staff say it is of: one work, or anything of one creator; else whatever looks like it.
  work_id uuid references works.works (id),
  performer_id uuid references accounts.accounts (id),
  media_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  has_picture boolean not null default true,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'answered', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Which of our files it is a copy of, how alike the two are in percent, and how many readers were compared: of all the files that were tried.
  file_id uuid,
  likeness smallint check (likeness between -100 and 100),
  readers integer check (readers >= 0),
  ended_at timestamptz,
  constraint about_one_thing check (work_id is null or performer_id is null),
  constraint ends_with_its_answer check ((ended_at is not null) = (state in ('answered', 'failed')))
);
create index lookups_newest on copies.lookups (asked_at desc, id desc);
create index lookups_with_picture on copies.lookups (ended_at) where has_picture;

-- Whom the mark names, the surest first; several who mixed their copies. `z` is how far they stand out, in deviations.
create table copies.named (
  lookup_id uuid not null references copies.lookups (id),
  account_id uuid not null,
  z real not null check (z > 7),
  primary key (lookup_id, account_id)
);
