-- Passkeys: keys of WebAuthn (docs/adr/0027). One that signs in by itself was made where its owner was verified; one that stands in the place of the
-- authenticator app's code goes with that second factor, and is nobody's way past a password.
create table accounts.passkeys (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id) on delete cascade,
  kind text not null check (kind in ('passwordless', 'secondFactor')),
  -- Where there is no second factor, there is no key for it.
  second_factor_of uuid generated always as (case when kind = 'secondFactor' then account_id end) stored
    references accounts.two_factor (account_id) on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- As the authenticator gave it: COSE.
  public_key bytea not null check (octet_length(public_key) between 16 and 2048),
  -- Whether the authenticator saw who held it (a PIN, a finger, a face) when it was made.
  is_verified boolean not null,
  -- How often it signed, by its own word; 0 where it does not count.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null check (cardinality(transports) <= 10),
  name text not null check (length(name) between 1 and 60),
  added_at timestamptz not null,
  used_at timestamptz check (used_at >= added_at),
  constraint passwordless_is_verified check (kind = 'secondFactor' or is_verified)
);
create index on accounts.passkeys (account_id);
create index on accounts.passkeys (second_factor_of);

-- A key is what it was made as: another kind is another registration, with another key.
create function accounts.guard_passkey() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if (new.account_id, new.kind, new.credential_id, new.public_key, new.is_verified, new.added_at)
    is distinct from (old.account_id, old.kind, old.credential_id, old.public_key, old.is_verified, old.added_at) then
    raise exception 'a passkey stays what it was made as' using errcode = 'restrict_violation';
  end if;
  if new.counter < old.counter or (old.used_at is not null and (new.used_at is null or new.used_at < old.used_at)) then
    raise exception 'a passkey counts forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_passkey before update on accounts.passkeys for each row execute function accounts.guard_passkey();
create trigger guard_held before insert or update of account_id on accounts.passkeys for each row execute function accounts.guard_way_in();

-- What an authenticator is asked to sign: once, soon, for what it was asked for, and by whom. Of each its digest.
create table accounts.passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'second_step', 'add_passwordless', 'add_second_factor')),
  -- Nobody says who they are before they sign in by it.
  account_id uuid references accounts.accounts (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (account_id is null))
);
create index on accounts.passkey_challenges (account_id);
create index on accounts.passkey_challenges (expires_at);
