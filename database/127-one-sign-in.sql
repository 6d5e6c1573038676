-- One sign-in for two accounts: a fan who performs has a performer's account behind their own. It has no password, no second factor and no identity
-- of its own; its address is that of whoever holds it, kept in step here.
alter table accounts.accounts add column holder_id uuid references accounts.accounts (id);
alter table accounts.accounts add constraint held_has_no_sign_in check (holder_id is null or (role = 'performer' and password_hash is null and holder_id <> id));
-- One person holds one.
alter table accounts.accounts add constraint one_held_account unique (holder_id);

drop index accounts.email_unique;
create unique index email_unique on accounts.accounts (lower(email)) where holder_id is null;

create function accounts.guard_holder() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  holder accounts.accounts;
begin
  if tg_op = 'UPDATE' then
    if new.holder_id is distinct from old.holder_id then
      raise exception 'an account stays with whoever holds it' using errcode = 'restrict_violation';
    end if;
    if old.role <> new.role and exists (select from accounts.accounts a where a.holder_id = new.id) then
      raise exception 'whoever holds an account stays a fan' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.holder_id is not null then
    -- Not for update: whoever changes the holder takes the held one along (follow_holder), and waits for nobody here.
    select * into holder from accounts.accounts a where a.id = new.holder_id;
    if holder.role is distinct from 'user' then
      raise exception 'a fan holds a performer''s account' using errcode = 'integrity_constraint_violation';
    end if;
    new.email := holder.email;
    new.email_verified_at := holder.email_verified_at;
    new.proven_at := holder.proven_at;
  end if;
  return new;
end $$;
create trigger guard_holder before insert or update of holder_id, role, email, email_verified_at, proven_at on accounts.accounts
  for each row execute function accounts.guard_holder();

create function accounts.follow_holder() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  update accounts.accounts set email = new.email, email_verified_at = new.email_verified_at, proven_at = new.proven_at where holder_id = new.id;
  return null;
end $$;
create trigger follow_holder after update of email, email_verified_at, proven_at on accounts.accounts
  for each row when (new.holder_id is null and (old.email, old.email_verified_at, old.proven_at) is distinct from (new.email, new.email_verified_at, new.proven_at))
  execute function accounts.follow_holder();

-- Ways in are the holder's.
create function accounts.guard_way_in() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if exists (select from accounts.accounts a where a.id = new.account_id and a.holder_id is not null) then
    raise exception 'an account that is held has no way in of its own' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_held before insert or update of account_id on accounts.two_factor for each row execute function accounts.guard_way_in();
create trigger guard_held before insert or update of account_id on accounts.identities for each row execute function accounts.guard_way_in();
create trigger guard_held before insert or update of account_id on accounts.links for each row execute function accounts.guard_way_in();

-- Whose second step it is (account_id), and which of their accounts it opens; without one: their own.
alter table accounts.tickets add column opens_id uuid references accounts.accounts (id);
create index tickets_opens on accounts.tickets (opens_id);

-- Sessions in which staff act for somebody end with the staff member's own.
create index sessions_of_actor on accounts.sessions (actor_id) where actor_id is not null and revoked_at is null;
