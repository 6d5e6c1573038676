-- Links by which creators bring newcomers: their codes, how often somebody came by them, and who registered so. No money hangs on any of it.
create schema referrals;

create table referrals.codes (
  code text primary key check (code ~ '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$' and length(code) between 4 and 24),
  performer_id uuid not null references accounts.accounts (id),
  made_at timestamptz not null,
  -- Another one stands in their link since then. It goes on leading to them.
  retired_at timestamptz check (retired_at >= made_at),
  unique (code, performer_id)
);
create unique index one_code_in_the_link on referrals.codes (performer_id) where retired_at is null;
create index codes_of_performer on referrals.codes (performer_id);

-- How many came in that hour, so that days are the reader's own. Nothing of who they were.
create table referrals.visits (
  performer_id uuid not null references accounts.accounts (id),
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  visits integer not null check (visits > 0),
  primary key (performer_id, hour)
);

create table referrals.arrivals (
  account_id uuid primary key references accounts.accounts (id),
  performer_id uuid not null references accounts.accounts (id),
  code text not null,
  came_at timestamptz not null,
  constraint by_a_code_of_theirs foreign key (code, performer_id) references referrals.codes (code, performer_id),
  constraint nobody_brings_themselves check (account_id <> performer_id)
);
create index arrivals_of_performer on referrals.arrivals (performer_id, came_at);
create index arrivals_by_code on referrals.arrivals (code, performer_id);

-- A code is one performer's for good: whoever wrote it down is led to nobody else.
create function referrals.guard_code() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from accounts.accounts a where a.id = new.performer_id and a.role = 'performer') then
      raise exception 'only performers have a link' using errcode = 'check_violation';
    end if;
    -- One of somebody who is gone is nobody else's: it reads as taken.
    if exists (select from referrals.codes c where c.code = 'gone-' || left(encode(sha256(convert_to(new.code, 'UTF8')), 'hex'), 19)) then
      return null;
    end if;
    return new;
  end if;
  -- Of whoever closed their account (docs/adr/0028) its digest is left.
  if tg_op = 'UPDATE' and (new.performer_id, new.made_at) = (old.performer_id, old.made_at)
    and new.code = 'gone-' || left(encode(sha256(convert_to(old.code, 'UTF8')), 'hex'), 19)
    and exists (select from accounts.accounts a where a.id = old.performer_id and a.state = 'closed') then
    return new;
  end if;
  if tg_op = 'DELETE' or (new.code, new.performer_id, new.made_at) is distinct from (old.code, old.performer_id, old.made_at) then
    raise exception 'a code stays its performer''s' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_code before insert or update or delete on referrals.codes for each row execute function referrals.guard_code();
create trigger guard_truncate before truncate on referrals.codes execute function wallet.refuse_change('a code stays its performer''s');

-- By whose link somebody came is written down as their account is made, and never again.
create function referrals.guard_arrival() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (select from accounts.accounts a where a.id in (old.account_id, old.performer_id) and a.state = 'closed') then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    raise exception 'by whose link somebody came stays as it was' using errcode = 'check_violation';
  end if;
  if not exists (select from accounts.accounts a where a.id = new.account_id and a.created_at = new.came_at) then
    raise exception 'who is a member already comes by nobody''s link' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_arrival before insert or update or delete on referrals.arrivals for each row execute function referrals.guard_arrival();
create trigger guard_truncate before truncate on referrals.arrivals execute function wallet.refuse_change('by whose link somebody came stays as it was');

-- Whoever registers by a provider leaves the page that knew by whose link they came: it is kept for as long as they are on the way, and goes with it.
alter table federation.attempts add column referral_code text check (length(referral_code) <= 100);
alter table federation.tickets add column referral_code text check (length(referral_code) <= 100);
